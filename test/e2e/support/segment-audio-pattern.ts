/**
 * Matches the address of a segment's recording in the content, whose name ends with a hash of what is in it.
 * @param segment counted from 1
 */
export function segmentAudioPattern(segment: number, voice: "original" | "translation" = "original"): RegExp {
  const ending = voice === "translation" ? "_translated" : "";
  return new RegExp(`/segments/segment-${segment}-[0-9a-f]{8}${ending}\\.mp3`);
}
