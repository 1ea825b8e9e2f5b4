/** `line` is the number of the row's first line, from 1. `isOpen` is true if a quotation mark is never closed. */
export type CsvRow = { line: number; cells: readonly string[]; isOpen?: true };

/** Reads a table in chunks of any size. Empty lines are left out. */
export type CsvReader = { push: (text: string) => CsvRow[]; end: () => CsvRow[] };

/** The part of a cell that is read: its start, its text without or within quotation marks, or just after a mark. */
type CellPart = "start" | "plain" | "quoted" | "closing";

/**
 * Creates a reader of comma-separated values (RFC 4180), which ends lines at CR, LF or both, and takes characters after
 * a closing quotation mark as text.
 * @param firstLine the number of the first line, if lines before it were read otherwise
 */
export function createCsvReader(separator: string, firstLine = 1): CsvReader {
  let line = firstLine;
  let rowLine = firstLine;
  let isAfterReturn = false;
  let part: CellPart = "start";
  let cell = "";
  let cells: string[] = [];
  let isBlank = true;

  const countLine = (character: string) => {
    if (character === "\r" || (character === "\n" && !isAfterReturn)) line += 1;
  };
  const endCell = (rest: string) => {
    cells.push(cell + rest);
    cell = "";
    part = "start";
  };
  const endRow = (rest: string): CsvRow[] => {
    isBlank &&= cell + rest === "" && part === "start";
    endCell(rest);
    const row = { line: rowLine, cells };
    const isEmpty = isBlank && cells.length === 1;
    cells = [];
    isBlank = true;
    rowLine = line;
    return isEmpty ? [] : [row];
  };
  /** Changes the part of the cell. Returns where the text that is not yet copied starts. */
  const readMark = (text: string, from: number, at: number): number => {
    if (part === "start") part = "quoted";
    else if (part === "quoted") {
      cell += text.slice(from, at);
      part = "closing";
    } else if (part === "closing") {
      part = "quoted";
      return at;
    } else return from;
    isBlank = false;
    return at + 1;
  };

  const push = (text: string): CsvRow[] => {
    const rows: CsvRow[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      const isRestOfReturn = character === "\n" && isAfterReturn && part === "start" && cells.length === 0;
      countLine(character);
      isAfterReturn = character === "\r";
      if (character === '"') from = readMark(text, from, at);
      else if (part === "quoted") continue;
      else if (isRestOfReturn) {
        from = at + 1;
        rowLine = line;
      } else if (character === separator) {
        endCell(text.slice(from, at));
        from = at + 1;
      } else if (character === "\r" || character === "\n") {
        rows.push(...endRow(text.slice(from, at)));
        from = at + 1;
      } else part = "plain";
    }
    cell += text.slice(from);
    return rows;
  };
  const end = (): CsvRow[] => {
    const isOpen = part === "quoted";
    const rows = endRow("");
    return isOpen ? rows.map((row) => ({ ...row, isOpen: true })) : rows;
  };
  return { push, end };
}

/** Writes a row. All cells are quoted, so that none reads as a comment or loses its outer spaces. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`;
}
