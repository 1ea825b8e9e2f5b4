import { maxDialogueTextLength } from "../../domain/content/dialogue-limits.ts";

/** Names from Unicode Standard Annex (UAX) #9: https://www.unicode.org/reports/tr9/ */
const directionMarkNames: Readonly<Record<string, string>> = {
  "\u202a": "left-to-right embedding",
  "\u202b": "right-to-left embedding",
  "\u202c": "pop directional formatting",
  "\u202d": "left-to-right override",
  "\u202e": "right-to-left override",
  "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate",
  "\u2068": "first strong isolate",
  "\u2069": "pop directional isolate",
};

export const directionOverride = /[\u202d\u202e]/;
/** By opening character (UAX #9, BD9 and BD11). */
const closingCharacters: Readonly<Record<string, string>> = {
  "\u202a": "\u202c",
  "\u202b": "\u202c",
  "\u2066": "\u2069",
  "\u2067": "\u2069",
  "\u2068": "\u2069",
};
/** UAX #9, P1. */
const paragraphEnd = /[\n\r\u2029]/;

const control = /(?![\t\n\r])\p{Control}/u;

const codeOf = (character: string) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

const describeCharacter = (character: string) => `${directionMarkNames[character]} (${codeOf(character)})`;

/**
 * Returns the fault as the end of a sentence. Closed embeddings and isolates are allowed, because right-to-left text
 * may need them.
 */
export function findTextFault(text: string): string | undefined {
  if (text.length > maxDialogueTextLength)
    return `is longer than ${maxDialogueTextLength.toLocaleString("en")} characters`;
  if (!text.isWellFormed()) return "contains half a character (an unpaired surrogate)";
  const [found] = control.exec(text) ?? [];
  if (found) return `contains the control character ${codeOf(found)}`;
  const [turning] = directionOverride.exec(text) ?? [];
  if (turning)
    return `contains a ${describeCharacter(turning)}, which shows letters in another order than they are written in`;
  for (const paragraph of text.split(paragraphEnd)) {
    const fault = findUnclosed(paragraph);
    if (fault) return fault;
  }
}

function findUnclosed(paragraph: string): string | undefined {
  const open: string[] = [];
  for (const character of paragraph.match(/[\u202a-\u202c\u2066-\u2069]/g) ?? []) {
    if (closingCharacters[character]) open.push(character);
    else {
      const opener = open.pop();
      if (opener === undefined) return `contains a ${describeCharacter(character)} that closes nothing`;
      if (closingCharacters[opener] !== character) return `does not close a ${describeCharacter(opener)}`;
    }
  }
  const [unclosed] = open;
  return unclosed && `does not close a ${describeCharacter(unclosed)}`;
}
