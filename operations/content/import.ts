import path from "node:path";
import { namedLanguage, namedTopic, newId, writeScript } from "../../content/authoring/write-script.ts";
import { workshopIn } from "../../content/building/workshop.ts";
import { dialogueOfTable } from "../../content/tables/dialogue-of-table.ts";
import { readTable } from "../../content/tables/read-table.ts";
import { printable } from "../../domain/printable.ts";
import { WrongCall } from "../command-line/command.ts";
import { contentCommand } from "./content-command.ts";

/** More cells than these are counted. */
const mostTold = 50;

function tellOf(file: string, cells: readonly string[], tell: (line: string) => void): void {
  for (const cell of cells.slice(0, mostTold)) tell(printable(`${file}, ${cell}`));
  if (cells.length > mostTold) tell(`… and ${cells.length - mostTold} more.`);
}

export const importTable = contentCommand(
  {
    call: 'import FILE.csv --language nepali --topic health [--id health-3] [--title "At the clinic"] [--to DIR]',
    positionals: 1,
    summary: "makes a script of a table of originals and translations, and names every doubtful cell",
  },
  {
    language: { type: "string" },
    topic: { type: "string" },
    id: { type: "string" },
    title: { type: "string" },
    to: { type: "string", default: "my-content" },
  },
  async ({ positionals: [file], values }, { print, complain }) => {
    if (!file || !values.language || !values.topic) throw new WrongCall("Which file, of which language and topic?");
    const language = namedLanguage(values.language);
    const topic = namedTopic(values.topic);
    const told = dialogueOfTable(await readTable(file), language);
    tellOf(path.basename(file), told.advice, (line) => print(`! ${line}`));
    if ("doubts" in told) {
      tellOf(path.basename(file), told.doubts, complain);
      complain("Nothing was written: mend these cells, and import it again.");
      return 1;
    }
    const { scripts } = workshopIn(values.to);
    const id = await newId(scripts, { language, topic, id: values.id });
    const { dialogue } = told;
    const fileName = path.basename(file, path.extname(file)).replace(/[-_]+/g, " ");
    const title = values.title ?? dialogue.title ?? fileName;
    const written = await writeScript(scripts, { language, topic, id }, { ...dialogue, title });
    print(
      `${dialogue.segments.length} ${dialogue.segments.length === 1 ? "segment" : "segments"} written to ${written}.`,
    );
    print(`Next: npm run content -- build ${values.to}`);
    return 0;
  },
);
