// A part of `npm run names:make`. Subsets a Devanagari font to the reference text of the landing page, which reduces
// the font from 121 kB to 16 kB. Commit the output.
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
