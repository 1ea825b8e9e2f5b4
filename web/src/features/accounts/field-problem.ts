/** A refusal of the text in one field. It is shown beside that field as well as in a message. */
export class FieldProblem extends Error {
  readonly field: string;

  constructor(field: string, words: string) {
    super(words);
    this.name = "FieldProblem";
    this.field = field;
  }
}
