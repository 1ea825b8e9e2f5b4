/** The faults of a build by the dialogue that they stop. */
export type DialogueFaults = {
  /**
   * @param place a dialogue's folder, a path in it, or a folder above it, as in "nepali/health/health-1"
   * @param line for the report, which names the place
   */
  report: (place: string, line: string) => void;
  /** @param dialogue as in "nepali/health/health-1" */
  isFaulty: (dialogue: string) => boolean;
  /** In the order of the reports. */
  lines: () => readonly string[];
};

const contains = (folder: string, name: string) => `${name}/`.startsWith(`${folder}/`);

/** Collects faults, so that a fault stops only its own dialogue. */
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
