/**
 * First characters that may make a spreadsheet program read a cell as a formula, and the guard itself.
 * Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const risky = /^[=+\-@\t\r\n＝＋－＠']/;
const guard = "'";

export function addFormulaGuard(text: string): string {
  return risky.test(text) ? guard + text : text;
}

/** An apostrophe is a guard only before a risky character. Otherwise it belongs to the text. */
export function removeFormulaGuard(text: string): string {
  return text.startsWith(guard) && risky.test(text.slice(guard.length)) ? text.slice(guard.length) : text;
}
