export type PublishFailureCode =
  | "pack_missing"
  | "pack_faulty"
  | "pack_changed"
  | "bucket_foreign"
  | "bucket_locked"
  | "lock_lost"
  | "interrupted"
  | "not_as_published"
  | "record_unreadable"
  | "catalogue_unreadable"
  | "nothing_before"
  | "recordings_gone";

/** A failure that one sentence explains to whoever publishes, who is told how to go on. */
export class PublishFailure extends Error {
  readonly code: PublishFailureCode;

  constructor(code: PublishFailureCode, sentence: string) {
    super(sentence);
    this.name = "PublishFailure";
    this.code = code;
  }
}

/** The first of some names, and how many more there are. */
export function someOf(names: readonly string[], shown = 3): string {
  const more = names.length - shown;
  return `${names.slice(0, shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
