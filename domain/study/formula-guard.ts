/**
 * First characters with which spreadsheet programs start a formula, and the apostrophe that guards against it. Source:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const risky = /^[=+\-@\t\r\n＝＋－＠']/;
const guard = "'";

/** Returns a text that spreadsheet programs show literally. `removeFormulaGuard` restores the original text. */
export function addFormulaGuard(text: string): string {
  return risky.test(text) ? guard + text : text;
}

/** Restores a guarded text. An apostrophe before any other character belongs to the text. */
export function removeFormulaGuard(text: string): string {
  return text.startsWith(guard) && risky.test(text.slice(guard.length)) ? text.slice(guard.length) : text;
}
