import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace } from "../../content/building/workspace.ts";
import { runChild } from "./content-child.ts";
import { openCloud } from "./publishing.ts";
import { limitedRow, type Row, reportedRow } from "./row.ts";

const dialogues = Number(process.env["BENCH_SCHOOL_DIALOGUES"] ?? 200);
const segmentsOfEach = 12;
const mostMegabytes = 600;
const mostSecondsUnchanged = 10;

/** Each `#` is replaced by a number. */
const sentences: Readonly<Record<string, string>> = {
  arabic: "من فضلك تعال في الساعة # يوم #.",
  bangla: "দয়া করে # টায় # দিনে আসুন।",
  finnish: "Tule takaisin kello # päivänä #.",
  greek: "Παρακαλώ ελάτε στις # την ημέρα #.",
  gujarati: "કૃપા કરીને # વાગ્યે # દિવસે આવો.",
  hindi: "कृपया # बजे दिन # को आइए।",
  korean: "# 시에 # 일에 다시 오세요.",
  mandarin: "请在第#天#点再来。",
  nepali: "कृपया # बजे # दिनमा आउनुहोस्।",
  punjabi: "ਕਿਰਪਾ ਕਰਕੇ # ਵਜੇ # ਦਿਨ ਆਓ।",
  russian: "Пожалуйста, приходите в # часов в день #.",
  sinhalese: "කරුණාකර # ට # දින එන්න.",
  tamil: "தயவுசெய்து # மணிக்கு # நாளில் வாருங்கள்.",
  ukrainian: "Будь ласка, приходьте о # годині в день #.",
  urdu: "براہ کرم # بجے # دن آئیں۔",
};
const languages = Object.keys(sentences);

const sentence = (pattern: string, ...numbers: number[]) =>
  numbers.reduce((text, number) => text.replace("#", String(number)), pattern);

function tableOf(at: number, firstWord: string): string {
  const language = languages[at % languages.length] ?? "";
  const rows = Array.from({ length: segmentsOfEach }, (_, row) => {
    const english = sentence(`${row === 0 ? firstWord : "Please"} come back at # on day #.`, row + 1, at + 1);
    const other = sentence(sentences[language] ?? "", row + 1, at + 1);
    return row % 2 === 0 ? `Nurse,english,"${english}","${other}"` : `Patient,${language},"${other}","${english}"`;
  });
  return ["speaker,language,original,translation", ...rows].join("\n");
}

const nameOf = (at: number) =>
  `${languages[at % languages.length]}/health/health-${Math.floor(at / languages.length) + 1}`;

async function writeTable(directory: string, at: number, firstWord: string): Promise<void> {
  const file = join(directory, `${nameOf(at)}.csv`);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, tableOf(at, firstWord));
}

export async function measureSchoolYear(directory: string): Promise<Row[]> {
  const [tables, corrected] = [join(directory, "tables"), join(directory, "corrected")];
  const [place, state] = [join(directory, "school"), join(directory, "school-state")];
  for (let at = 0; at < dialogues; at += 1) await writeTable(tables, at, "Please");
  await writeTable(corrected, 0, "Kindly");
  const cloud = await openCloud(state);
  const env = { PARLANCE_STATE: state };
  const content = (...args: string[]) => runChild(["operations/content/main.ts", ...args], { env });
  const build = () => runChild(["test/bench/build-child.ts", place], { env });
  const publish = () => content("publish", place, "--stage", "local", "--yes");
  try {
    const imported = await content("import", tables, "--to", place);
    const [built, unchanged] = [await build(), await build()];
    const [checked, checkedAgain] = [await content("check", place), await content("check", place)];
    const [published, publishedAgain] = [await publish(), await publish()];
    const replaced = await content("import", corrected, "--to", place, "--replace", "--yes");
    const script = join(createWorkspace(place).scripts, `${nameOf(0)}.json`);
    if (!(await readFile(script, "utf8")).includes("Kindly")) throw new Error("The table corrected nothing");
    const rebuilt = await build();
    const republished = await publish();
    const rolledBack = await content("rollback", "--stage", "local", "--yes");
    const runs = [imported, built, unchanged, checked, checkedAgain, published, publishedAgain];
    const all = [...runs, replaced, rebuilt, republished, rolledBack];
    return [
      reportedRow(`Importing ${dialogues} tables in ${languages.length} languages`, imported.seconds, "s"),
      reportedRow(`  building ${2 * dialogues * segmentsOfEach} recordings`, built.seconds, "s"),
      limitedRow("  building them again, unchanged", unchanged.seconds, "s", 3 * mostSecondsUnchanged),
      reportedRow("  checking them", checked.seconds, "s"),
      limitedRow("  checking them again, unchanged", checkedAgain.seconds, "s", mostSecondsUnchanged),
      reportedRow("  publishing them", published.seconds, "s"),
      limitedRow("  publishing them again, unchanged", publishedAgain.seconds, "s", 3 * mostSecondsUnchanged),
      reportedRow("  correcting one dialogue by its table", replaced.seconds, "s"),
      reportedRow("  building the correction", rebuilt.seconds, "s"),
      reportedRow("  publishing the correction", republished.seconds, "s"),
      reportedRow("  rolling it back", rolledBack.seconds, "s"),
      limitedRow("  memory of the largest command", Math.max(...all.map((run) => run.megabytes)), "MB", mostMegabytes),
    ];
  } finally {
    await cloud.close();
  }
}
