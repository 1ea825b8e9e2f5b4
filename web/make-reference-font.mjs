// Part of `npm run names:make`: cuts the one sentence of the landing that is not in Latin letters out of its font, which
// weighs more than everything else on that page. What it writes is committed.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import { readSampleSegment } from "./sample-segment-plugin.ts";

const file = "@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2";
const source = readFileSync(createRequire(import.meta.url).resolve(file));
const { reference } = await readSampleSegment();
const font = await subsetFont(source, reference.text, { targetFormat: "woff2", variationAxes: { wght: 400 } });
writeFileSync(join(import.meta.dirname, "src", "features", "trial", "reference-words.woff2"), font);
process.stdout.write(`1 font, ${font.length} bytes\n`);
