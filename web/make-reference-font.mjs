// Part of `npm run names:make`: subsets a Devanagari font to the reference text of the landing page. The whole font is
// larger than the rest of that page. Commit the output.
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
