import { describe, expect, it } from "vitest";
import { parseDialogueTable } from "../../content/tables/parse-dialogue-table.ts";
import { type Row, toCell } from "../../content/tables/read-table.ts";
import type { LanguageName } from "../../domain/content/language.ts";

const tableOf = (...rows: string[][]): Row[] =>
  rows.map((texts, index) => ({
    row: index + 1,
    cells: texts.map((text, at) => toCell(text, index + 1, at)),
  }));
const doubtsIn = (language: LanguageName, ...rows: string[][]) => {
  const told = parseDialogueTable(tableOf(...rows), language);
  return "doubts" in told ? told.doubts : [];
};
const segmentsIn = (language: LanguageName, ...rows: string[][]) => {
  const told = parseDialogueTable(tableOf(...rows), language);
  return "doubts" in told ? told.doubts : told.dialogue.segments;
};
const english = "What is your name, and where do you live?";
const nepali = "तपाईंको नाम के हो?";
const spanish = "¿Cómo se llama usted y dónde vive?";

describe("parseDialogueTable", () => {
  it("recognises the speakers from two columns without headings", () => {
    expect(segmentsIn("nepali", [english, nepali], [nepali, english])).toEqual([
      { role: "English speaker", speaker: "english", original: english, translation: nepali },
      { role: "Nepali speaker", speaker: "nepali", original: nepali, translation: english },
    ]);
    expect(segmentsIn("spanish", [spanish, english])).toEqual([
      { role: "Spanish speaker", speaker: "spanish", original: spanish, translation: english },
    ]);
  });

  it("recognises headings in another order and letter case", () => {
    const headings = ["Units", "Translation", "Notes", "WHO", "Original", "Language"];
    const units = "Number: two = दुई | key idea: days = दिन";
    expect(segmentsIn("nepali", headings, [units, "दुई दिन", "x", "Nurse", "two days", "en"])).toEqual([
      {
        ...{ role: "Nurse", speaker: "english", original: "two days", translation: "दुई दिन" },
        units: [
          { kind: "number", original: "two", translation: "दुई" },
          { kind: "key-idea", original: "days", translation: "दिन" },
        ],
      },
    ]);
  });

  it.each(["Spanish", "es", "spanish > english", "es-en", "Spanish to English", "Español", "spanish → english"])(
    "recognises the language cell %j as Spanish",
    (language) => {
      const told = segmentsIn("spanish", ["original", "translation", "language"], ["Sí.", "Yes.", language]);
      expect(told).toEqual([expect.objectContaining({ speaker: "spanish" })]);
    },
  );

  it("accepts an Arabic unit without vowel marks if the original has them", () => {
    const row = ["عِنْدَكَ مَوْعِد", "You have an appointment", "term: موعد = appointment"];
    expect(segmentsIn("arabic", ["original", "translation", "units"], row)).toEqual([
      expect.objectContaining({ units: [{ kind: "term", original: "موعد", translation: "appointment" }] }),
    ]);
  });

  it.each([
    ["swapped columns", ["Spanish", spanish, english], ["english", "row 2, column B", "are the columns swapped?"]],
  ])("reports %s", (_fault, [_language = "", original = "", translation = ""], [told = "", place, question]) => {
    const [doubt, ...more] = doubtsIn(
      "spanish",
      ["language", "original", "translation"],
      [told, original, translation],
    );
    expect(doubt).toContain(place);
    expect(doubt).toContain(question);
    expect(more).toEqual([]);
  });

  it.each<[string, LanguageName, string[], string[]]>([
    ["an empty cell", "nepali", [english, ""], ["row 1, column B: is empty"]],
    ["a missing cell", "nepali", [english], ["row 1, column B: is empty"]],
    [
      "a wrong language",
      "nepali",
      [english, "உங்கள் பெயர் என்ன?"],
      ["row 1, column B: is not in the writing system of Nepali"],
    ],
    [
      "English in both columns",
      "nepali",
      [english, english],
      ["row 1, column B: is in English, like the original; one should be in Nepali"],
    ],
    [
      "texts of an unclear language",
      "spanish",
      ["No.", "No."],
      ['row 1, column A: it is unclear which text is English; add a column "language"'],
    ],
    [
      "a formula",
      "nepali",
      ["=A2", nepali],
      ["row 1, column A: is a formula or its error, not a text; paste the text as a value"],
    ],
    [
      "a formula that starts with a plus sign",
      "nepali",
      ["+SUM(A1:A2)", nepali],
      ["row 1, column A: is a formula or its error, not a text; paste the text as a value"],
    ],
    [
      "the formula error #REF!",
      "nepali",
      [english, "#REF!"],
      ["row 1, column B: is a formula or its error, not a text; paste the text as a value"],
    ],
    ["an emoji", "nepali", [`${english} 🙂`, nepali], ["row 1, column A: contains an emoji, which cannot be spoken"]],
    [
      "a flag emoji",
      "nepali",
      [`${english} 🇳🇵`, nepali],
      ["row 1, column A: contains an emoji, which cannot be spoken"],
    ],
    [
      "a keycap emoji",
      "nepali",
      [english, `${nepali} 1️⃣`],
      ["row 1, column B: contains an emoji, which cannot be spoken"],
    ],
    [
      "a replacement character",
      "nepali",
      [english, "तपाईं\ufffd"],
      ["row 1, column B: contains letters that were lost; save the table as “CSV UTF-8”"],
    ],
    [
      "too many words",
      "nepali",
      ["the ".repeat(36).trim(), nepali],
      ["row 1, column A: has 36 words; a segment has at most 35"],
    ],
  ])("reports %s by row and column", (_fault, language, row, doubts) => {
    expect(doubtsIn(language, row)).toEqual(doubts);
  });

  it("reports all doubtful cells together, in the order of the rows", () => {
    expect(doubtsIn("nepali", ["=A1", ""], [english, nepali], [english, "🙂"])).toEqual([
      "row 1, column A: is a formula or its error, not a text; paste the text as a value",
      "row 1, column B: is empty",
      "row 3, column B: contains an emoji, which cannot be spoken",
    ]);
  });

  it.each([
    [
      "an original and a translation in English",
      "english",
      english,
      "Do you have what they would need?",
      /column C: is in English, like the original; one should be in Spanish/,
    ],
    ["a third language", "french", english, spanish, /column A: "french" is neither English nor Spanish/],
  ])("reports %s", (_fault, language, original, translation, doubt) => {
    const doubts = doubtsIn("spanish", ["language", "original", "translation"], [language, original, translation]);
    expect(doubts).toEqual([expect.stringMatching(doubt)]);
  });

  it.each([
    ["text that is not a unit", "two days", '"two days" is not a unit'],
    [
      "an unknown kind",
      "colour: two = दुई",
      '"colour" is not a kind of unit (the kinds are number, date, name, negation, term, key-idea)',
    ],
    ["a misspelt kind", "nubmer: two = दुई", '"nubmer" is not a kind of unit; did you mean "number"?'],
    ["words that the original does not contain", "number: ten = दुई", 'the original does not contain "ten"'],
    [
      "original and translation in the wrong order",
      "number: दुई = two",
      '"दुई = two" is the wrong way round: the words of the original come first',
    ],
    ["words that the translation does not contain", "number: two = दस", 'the translation does not contain "दस"'],
    [
      "more than 20 accepted wordings",
      `number: two = दुई${" ~ दुइ".repeat(21)}`,
      'the unit "two" has 21 accepted wordings: 20 are the most',
    ],
    ["more than 100 units", "number: two = दुई | ".repeat(101), "has 101 units: 100 are the most"],
  ])("reports %s among the units", (_fault, units, doubt) => {
    const doubts = doubtsIn("nepali", ["original", "translation", "units"], ["two days", "दुई दिन", units]);
    expect(doubts).toEqual([expect.stringMatching(/^row 2, column C: /)]);
    expect(doubts[0]).toContain(doubt);
  });

  it("reports more than 100 English words", () => {
    const words = Array.from({ length: 101 }, (_, at) => `Word${at}`).join(" | ");
    expect(doubtsIn("nepali", ["original", "translation", "english_words"], ["two days", "दुई दिन", words])).toEqual([
      "row 2, column C: has 101 words: 100 are the most",
    ]);
  });

  it("accepts telephone numbers, trade marks and cells with a leading apostrophe as texts", () => {
    const originals = [
      "+61 2 9999 is the number to call.",
      "-5 degrees is what they said.",
      "Take Panadol® with food.",
      "'=2 is what I said to you.",
    ];
    expect(segmentsIn("nepali", ...originals.map((text) => [text, nepali]))).toEqual(
      originals.map((text) => expect.objectContaining({ original: text.replace(/^'/, "") })),
    );
  });

  it("reports unneeded invisible marks in every used cell, and removes them", () => {
    const rtl = "\u202bموعدك في الساعة 10:30\u202c";
    const headings = ["original", "translation", "speaker", "notes", "title"];
    const told = parseDialogueTable(
      tableOf(
        headings,
        ["Your appointment\u00ad is at 10:30.\u200e", rtl, "Recep\u200btion\u200bist", "\u200e", "At the clinic\ufeff"],
        ["Please come back.", "عد من فضلك.", "\u200d", "", ""],
      ),
      "arabic",
    );
    expect(told).toMatchObject({
      dialogue: {
        title: "At the clinic",
        segments: [
          {
            role: "Receptionist",
            original: "Your appointment is at 10:30.",
            translation: "موعدك في الساعة 10:30",
          },
          { role: "English speaker" },
        ],
      },
    });
    const order = "; check that numbers and punctuation are in their places";
    expect(told.advice).toEqual([
      'row 1, column D: the heading "notes" is unknown; its column is left out',
      `row 2, column A: contains hidden characters (soft hyphen, left-to-right mark), which were removed${order}`,
      `row 2, column B: contains hidden characters (right-to-left embedding, pop directional formatting), which were removed${order}`,
      "row 2, column C: contains hidden characters (2 × zero width space), which were removed",
      "row 2, column E: contains hidden characters (byte order mark), which were removed",
      "row 3, column C: contains hidden characters (zero width joiner), which were removed",
    ]);
  });

  it("does not report joiners and zero-width spaces that a script needs", () => {
    // People type Persian with zero-width non-joiners, Nepali with zero-width joiners, and Thai with zero-width spaces.
    const texts: [LanguageName, string][] = [
      ["persian", "آن‌ها این کار را می‌کنند"],
      ["nepali", "उनीहरू गर्\u200dयो भने"],
      ["thai", "สวัสดี\u200bครับ"],
    ];
    for (const [language, text] of texts) {
      const told = parseDialogueTable(tableOf(["They do it.", text]), language);
      expect(told).toMatchObject({ advice: [], dialogue: { segments: [{ translation: text }] } });
    }
  });

  it("refuses text with marks that change the order of the letters", () => {
    const told = parseDialogueTable(tableOf(["\u202e?eman ruoy si tahW\u202c", nepali]), "nepali");
    expect(told).toEqual({
      advice: [],
      doubts: [
        "row 1, column A: contains hidden characters (right-to-left override, pop directional formatting), which show its letters in another order; type the text again",
      ],
    });
  });

  it("reports a second column of originals, a second title or voice, and an unknown voice", () => {
    expect(doubtsIn("nepali", ["original", "text", "translation"], [english, english, nepali])).toEqual([
      "row 1: columns A and B both contain the original; keep one",
    ]);
    const headings = ["original", "translation", "title", "voice"];
    expect(
      doubtsIn(
        "nepali",
        headings,
        [english, nepali, "One", "man"],
        [english, nepali, "Two", "woman"],
        [nepali, english, "", "child"],
      ),
    ).toEqual([
      "row 3, column C: is a second title; a dialogue has one",
      "row 3, column D: English has the voice of a man in earlier rows; a language has one voice",
      'row 4, column D: "child" is not a voice; write woman or man',
    ]);
  });

  it("reports a table without segments, and a table with too many segments", () => {
    expect(doubtsIn("nepali", ["original", "translation"])).toEqual(["no row contains a segment"]);
    expect(doubtsIn("nepali", ...Array(61).fill([english, nepali]))).toEqual([
      "there are 61 segments: the maximum is 60",
    ]);
  });

  it.each([
    ["unit", "units"],
    ["speeker", "speaker"],
    ["Untis", "units"],
    ["lenguage", "language"],
    ["speaker name", "speaker"],
    ["breifing", "briefing"],
  ])("refuses the heading %j, and names the nearest known heading", (heading, nearest) => {
    const doubts = doubtsIn("nepali", ["original", "translation", heading], [english, nepali, "x"]);
    expect(doubts).toEqual([`row 1, column C: the heading "${heading}" is unknown; did you mean "${nearest}"?`]);
  });

  it("names each column of text that has no heading and is left out", () => {
    const table = tableOf(["original", "", "translation"], [english, "x", nepali, "", "y"], [english, "", nepali]);
    expect(parseDialogueTable(table, "nepali").advice).toEqual([
      "column B has no heading, and is left out",
      "column E has no heading, and is left out",
    ]);
    expect(parseDialogueTable(tableOf(["नमस्ते।", "Hello.", "z"]), "nepali").advice).toEqual([
      "column C has no heading, and is left out",
    ]);
  });

  it.each(["Notes", "checked by", "translation (old)"])(
    "ignores the column %j, and advises that its heading is unknown",
    (heading) => {
      const told = parseDialogueTable(tableOf(["original", "translation", heading], [english, nepali, "x"]), "nepali");
      expect(told).toMatchObject({ dialogue: { segments: [{ original: english }] } });
      expect(told.advice).toEqual([`row 1, column C: the heading "${heading}" is unknown; its column is left out`]);
    },
  );

  it("reports a missing or misspelt required heading", () => {
    const headings =
      "speaker, language, original, translation, units, voice, title, briefing, licence, review, level, english_words";
    expect(doubtsIn("nepali", ["original", "Nepali", "speaker"], [english, nepali, "Nurse"])).toEqual([
      `row 1: no heading is "translation"; the headings are ${headings}`,
    ]);
    expect(doubtsIn("nepali", ["orignal", "translation"], [english, nepali])).toEqual([
      'row 1, column A: the heading "orignal" is unknown; did you mean "original"?',
    ]);
  });

  it("reads a first row that only resembles headings as a segment", () => {
    expect(segmentsIn("nepali", ["Name", "नाम"])).toMatchObject([{ original: "Name", translation: "नाम" }]);
  });

  const mixed = "please give me your कार्ड now";
  it.each<[string, string[], string]>([
    ["a translation that mixes languages", ["english", "Medicare card, please.", mixed], "C: mixes English and Nepali"],
    ["an original that mixes languages", ["nepali", mixed, "Give me the card."], "B: mixes English and Nepali"],
    [
      "a mixed translation in a row without a language",
      ["", "Medicare card, please.", mixed],
      "C: mixes English and Nepali",
    ],
  ])("reports the column of %s", (_, row, doubt) => {
    expect(doubtsIn("nepali", ["language", "original", "translation"], row)).toEqual([
      `row 2, column ${doubt}; write it in Nepali`,
    ]);
  });

  it("reports the translation's column if the original and the translation are in English", () => {
    const row = ["english", "Medicare card, please.", "Give me your card and the form, please."];
    expect(doubtsIn("spanish", ["language", "original", "translation"], row)).toEqual([
      "row 2, column C: looks like English, but the original is marked as English; this text should be in Spanish",
    ]);
  });

  it("reads a review, a level and accepted wordings", () => {
    const headings = ["original", "translation", "units", "review", "level"];
    const units = "term: form = फारम ~ फर्म ~ form";
    const told = parseDialogueTable(
      tableOf(headings, ["Fill in the form.", "फारम भर्नुहोस्।", units, "Asha Rai, interpreter, 2026-11-01", "Exam"]),
      "nepali",
    );
    expect(told).toMatchObject({
      dialogue: {
        ...{ review: { by: "Asha Rai, interpreter", on: "2026-11-01" }, level: "exam" },
        segments: [{ units: [{ kind: "term", original: "form", translation: "फारम", accepted: ["फर्म", "form"] }] }],
      },
    });
  });

  it("reads the words in the column english_words", () => {
    const told = parseDialogueTable(
      tableOf(["original", "translation", "english_words"], [english, nepali, "TAFE | A B"]),
      "nepali",
    );
    expect(told).toMatchObject({ dialogue: { english_words: ["TAFE", "A B"] } });
  });

  it.each([
    ["review", "Asha Rai", 'is not a review; write who checked the language and when: "Name, 2026-11-26"'],
    ["review", "2026-11-26", 'is not a review; write who checked the language and when: "Name, 2026-11-26"'],
    ["review", "Asha Rai, 2026-02-30", 'is not a review; write who checked the language and when: "Name, 2026-11-26"'],
    ["level", "hard", '"hard" is not a level; write introductory, intermediate, exam'],
  ])("names the cell with the invalid %s %j", (heading, text, doubt) => {
    expect(doubtsIn("nepali", ["original", "translation", heading], [english, nepali, text])).toEqual([
      `row 2, column C: ${doubt}`,
    ]);
  });
});
