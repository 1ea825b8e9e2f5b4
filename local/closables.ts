type Closable = { close: () => Promise<void> | void };

/** Closes the added parts in reverse order. */
export class Closables {
  readonly #ends: (() => Promise<void> | void)[] = [];

  add<Part extends Closable>(part: Part): Part {
    this.#ends.push(() => part.close());
    return part;
  }

  async closeAll(): Promise<void> {
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) await end();
  }
}
