/** @param segment counted from 1 */
export function segmentAudioPattern(segment: number, voice: "original" | "translation" = "original"): RegExp {
  const ending = voice === "translation" ? "_translated" : "";
  return new RegExp(`/segments/segment-${segment}-[0-9a-f]{8}${ending}\\.mp3`);
}
