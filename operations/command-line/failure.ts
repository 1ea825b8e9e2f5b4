/** A failure that one sentence explains to whoever gave the command, who is told how to go on. */
export class Failure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = "Failure";
  }
}
