import { type PackDialogue, readPackDialogues } from "../../content/checking/read-pack-dialogues.ts";
import { originalSeconds } from "../../domain/content/pack.ts";
import { isOfExamLength } from "../../domain/exam/exams.ts";
import { UsageError } from "../command-line/command.ts";
import { findPack } from "./check.ts";
import { createContentCommand } from "./content-command.ts";

const headings = ["language", "topic", "dialogues", "minutes", "exam length", "reviewed"] as const;

const secondsOf = ({ listed, segments }: PackDialogue) => listed.seconds ?? originalSeconds(segments) ?? 0;

function countRow(language: string, topic: string, dialogues: readonly PackDialogue[]): string[] {
  const seconds = dialogues.reduce((sum, dialogue) => sum + secondsOf(dialogue), 0);
  const ofExamLength = dialogues.filter(({ listed }) => isOfExamLength(listed.words ?? 0));
  const reviewed = dialogues.filter(({ listed }) => listed.review);
  const counts = [dialogues.length, Math.round(seconds / 60), ofExamLength.length, reviewed.length];
  return [language, topic, ...counts.map(String)];
}

/** The first two columns are texts, the others numbers. */
function formatColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

export const report = createContentCommand(
  {
    call: "report DIR",
    positionals: 1,
    summary: "counts dialogues, minutes, dialogues of the exam's length and reviewed ones, by language and topic",
  },
  {},
  async ({ positionals: [directory] }, { print }) => {
    if (!directory) throw new UsageError("Give a directory: a pack, or one with pack/ in it.");
    const dialogues = await readPackDialogues(findPack(directory));
    const rows = [...Map.groupBy(dialogues, ({ language }) => language)].flatMap(([language, ofLanguage]) => [
      ...[...Map.groupBy(ofLanguage, ({ topic }) => topic)].map(([topic, some]) => countRow(language, topic, some)),
      countRow(language, "all", ofLanguage),
    ]);
    for (const line of formatColumns([headings, ...rows, countRow("all", "all", dialogues)])) print(line);
    return 0;
  },
);
