/** What somebody typed was refused: shown beside its field as well as in a message. */
export class FieldProblem extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.name = "FieldProblem";
    this.field = field;
  }
}
