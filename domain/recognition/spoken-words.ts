import { plainSpelling, stemOf } from "./word-forms.ts";

/** `text` is in lower case, with one spelling for the known variants (`plainSpelling`). */
export type SpokenWord = { text: string; stem: string; isCapitalised: boolean; startsSentence: boolean };

/** Longer texts are cut to limit the computing time. */
const maxLength = 5_000;

const currencies: Readonly<Record<string, string>> = { $: "dollars", "€": "euros", "£": "pounds", "₹": "rupees" };

/** For example, "$1,650" as "1650 dollars", "7.30 p.m." as "7:30 pm". */
function writeSymbols(text: string): string {
  return (
    text
      .slice(0, maxLength)
      .replaceAll("½", " 1/2 ")
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[‘’ʼ´`]/g, "'")
      .replace(/\bo'clock\b/gi, "oclock")
      .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
      .replace(
        /([$€£₹]) ?(\d+(?:\.\d+)?)( ?(?:k|hundred|thousand|million)\b)?/gi,
        (_, symbol: string, amount: string, scale = "") => `${amount}${scale} ${currencies[symbol] ?? ""} `,
      )
      .replace(/%|\bper cent\b/gi, " percent ")
      .replace(/°/g, " degrees ")
      .replace(/\bkm ?\/ ?hr?\b|\bkph\b|\bkmh\b/gi, " kilometres per hour ")
      .replace(/(\d)(?:km ?\/ ?hr?|kph|kmh)\b/gi, "$1 kilometres per hour ")
      .replace(/\b(\d{1,2})\.(\d\d) ?(?=[ap]\.?m\b)/gi, "$1:$2 ")
      .replace(/([ap])\.m\b\.?/gi, "$1m")
      // Acronyms of three or more letters that are written one by one, such as "G.S.T." and "g s t".
      .replace(/\b[a-z](?:[. ][a-z]\b){2,}/gi, (letters) => letters.replace(/[. ]/g, ""))
      .replace(/\b1\/2\b/g, "and a half")
  );
}

const replacedWords: Readonly<Record<string, string>> = {
  ...{ kg: "kilo", kgs: "kilo", kilogram: "kilo", kilograms: "kilo", kilogramme: "kilo", kilogrammes: "kilo" },
  ...{ km: "kilometre", kms: "kilometre", cm: "centimetre", mm: "millimetre", hr: "hour", hrs: "hours" },
  ...{ min: "minute", mins: "minutes", secs: "seconds", bucks: "dollars", buck: "dollar" },
  ...{ gonna: "going to", wanna: "want to", alright: "all right", cannot: "can not", nope: "no", nah: "no" },
  ...{ im: "i am", ive: "i have", thats: "that", its: "it", hes: "he", shes: "she", theres: "there", lets: "let" },
  ...{ youre: "you are", theyre: "they are", weve: "we have", theyve: "they have", youve: "you have" },
};

const shortenedNot = /^(ca|wo|sha|ai|do|did|does|is|are|was|were|have|has|had|could|would|should|must|need|might)n'?t$/;
const auxiliaries: Readonly<Record<string, string>> = { ca: "can", wo: "will", sha: "shall", ai: "is" };
const endings: Readonly<Record<string, string>> = { m: " am", re: " are", ve: " have", ll: " will" };

const lookUp = (table: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Removes an ending of several meanings: "'s" may mean "is" or "has". */
function expandWord(word: string): string[] {
  const auxiliary = shortenedNot.exec(word)?.[1];
  if (auxiliary !== undefined) return [auxiliaries[auxiliary] ?? auxiliary, "not"];
  const whole = word.replace(/'([a-z]*)$/, (_, ending: string) => lookUp(endings, ending) ?? "").replaceAll("'", "");
  return whole.split(" ").flatMap((part) => (lookUp(replacedWords, part) ?? part).split(" "));
}

const wordPattern = /\d+:\d\d|\d+\/\d+(?:\/\d+)?|\d+(?:st|nd|rd|th)\b|\d+(?:\.\d+)?|[a-z]+(?:'[a-z]+)*'?/gi;

export function wordsOf(text: string): SpokenWord[] {
  const written = writeSymbols(text);
  let end = 0;
  return [...written.matchAll(wordPattern)].flatMap((match) => {
    const startsSentence = /[.?!;]/.test(written.slice(end, match.index));
    end = match.index + match[0].length;
    const isCapitalised = /^[A-Z]/.test(match[0]);
    return expandWord(match[0].toLowerCase()).map((part, at) => {
      const spelling = plainSpelling(part);
      return { text: spelling, stem: stemOf(spelling), isCapitalised, startsSentence: startsSentence && at === 0 };
    });
  });
}
