/** A fault excludes only the dialogues at its place from the build. */
export type DialogueFaults = {
  /**
   * @param place a dialogue's folder, a path in it, or a folder above it, as in "nepali/health/health-1"
   * @param line for the report; should name the place
   */
  report: (place: string, line: string) => void;
  isFaulty: (dialogue: string) => boolean;
  lines: () => readonly string[];
};

const contains = (folder: string, name: string) => `${name}/`.startsWith(`${folder}/`);

export function createDialogueFaults(): DialogueFaults {
  const places = new Set<string>();
  const lines: string[] = [];
  return {
    report: (place, line) => {
      places.add(place);
      lines.push(line);
    },
    isFaulty: (dialogue) => [...places].some((place) => contains(dialogue, place) || contains(place, dialogue)),
    lines: () => [...lines],
  };
}
