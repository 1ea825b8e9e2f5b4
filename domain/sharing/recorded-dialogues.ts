type Shared<Dialogue> = { dialogues: readonly Dialogue[]; recordings: readonly { dialogue: number }[] };

/** Returns the dialogues of which at least one recording is shared. An exam's share lists all its dialogues. */
export function recordedDialogues<Dialogue>({ dialogues, recordings }: Shared<Dialogue>): Dialogue[] {
  return dialogues.filter((_, at) => recordings.some(({ dialogue }) => dialogue === at));
}
