/** Seconds as a player shows them: "0:04" or "12:30"; of a second that has begun nothing counts yet. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
