/** `line` is the number of the row's first line, from 1. `isOpen` is true if a quotation mark is never closed. */
export type CsvRow = { line: number; cells: readonly string[]; isOpen?: true };

export type CsvReader = { push: (text: string) => CsvRow[]; end: () => CsvRow[] };

/** "closing": just after a quotation mark in quoted text. */
type CellPart = "start" | "plain" | "quoted" | "closing";

class RowReader implements CsvReader {
  readonly #separator: string;
  #line: number;
  #rowLine: number;
  #isAfterReturn = false;
  #part: CellPart = "start";
  #cell = "";
  #cells: string[] = [];
  #hasMark = false;

  constructor(separator: string, firstLine: number) {
    this.#separator = separator;
    this.#line = firstLine;
    this.#rowLine = firstLine;
  }

  push(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    // Position of the text that is not yet copied into the cell.
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      const isRestOfReturn = character === "\n" && this.#isAfterReturn;
      this.#isAfterReturn = character === "\r";
      if ((character === "\n" || character === "\r") && !isRestOfReturn) this.#line += 1;
      if (character === '"') from = this.#readMark(text, from, at);
      else if (this.#part === "quoted") continue;
      else if (character === this.#separator) this.#endCell(text.slice(from, at));
      else if (character === "\r" || (character === "\n" && !isRestOfReturn))
        rows.push(...this.#endRow(text.slice(from, at)));
      else if (!isRestOfReturn) {
        this.#part = "plain";
        continue;
      }
      if (character !== '"') from = at + 1;
    }
    this.#cell += text.slice(from);
    return rows;
  }

  end(): CsvRow[] {
    const isOpen = this.#part === "quoted";
    const rows = this.#endRow("");
    return isOpen ? rows.map((row) => ({ ...row, isOpen: true })) : rows;
  }

  #endCell(rest: string): void {
    this.#cells.push(this.#cell + rest);
    this.#cell = "";
    this.#part = "start";
  }

  #endRow(rest: string): CsvRow[] {
    this.#endCell(rest);
    const cells = this.#cells;
    const isEmptyLine = !this.#hasMark && cells.length === 1 && cells[0] === "";
    const row = { line: this.#rowLine, cells };
    this.#cells = [];
    this.#hasMark = false;
    this.#rowLine = this.#line;
    return isEmptyLine ? [] : [row];
  }

  /** Returns the position of the text that is not yet copied into the cell. */
  #readMark(text: string, from: number, at: number): number {
    if (this.#part === "plain") return from;
    this.#hasMark = true;
    if (this.#part === "start") this.#part = "quoted";
    else if (this.#part === "quoted") {
      this.#cell += text.slice(from, at);
      this.#part = "closing";
    } else {
      // The second of two quotation marks, which together mean one.
      this.#part = "quoted";
      return at;
    }
    return at + 1;
  }
}

/**
 * The reader follows RFC 4180. It also accepts CR or LF alone as the end of a line, skips empty lines, and
 * reads a quotation mark in unquoted text, and characters after a closing one, as text.
 * @param firstLine the number of the first line, if another reader read lines before it
 */
export function createCsvReader(separator: string, firstLine = 1): CsvReader {
  return new RowReader(separator, firstLine);
}

/** Quotes all cells. Otherwise a program could read a cell as a comment, or trim its spaces. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`;
}
