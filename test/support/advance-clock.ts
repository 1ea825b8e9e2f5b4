import * as z from "zod/mini";

const ClockResponse = z.object({ now: z.string() });

/** Advances the clock of a local cloud by an ISO 8601 duration, such as "P1D". Resolves after all due events. */
export async function advanceClock(webUrl: string, duration: string): Promise<Date> {
  const response = await fetch(`${webUrl}/local/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance: duration }),
  });
  if (!response.ok) throw new Error(`The clock did not move: ${await response.text()}`);
  return new Date(ClockResponse.parse(await response.json()).now);
}
