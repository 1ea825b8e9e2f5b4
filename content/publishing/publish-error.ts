export type PublishErrorCode =
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
  | "list_unreadable"
  | "other_dialogue"
  | "not_published"
  | "in_pack"
  | "nothing_before"
  | "recordings_gone";

export class PublishError extends Error {
  readonly code: PublishErrorCode;

  constructor(code: PublishErrorCode, sentence: string) {
    super(sentence);
    this.name = "PublishError";
    this.code = code;
  }
}

export function abbreviateNames(names: readonly string[], shown = 3): string {
  const more = names.length - shown;
  return `${names.slice(0, shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
