import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createFontStack } from "@capsizecss/core";
import { fromBuffer } from "@capsizecss/unpack";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);

type Metrics = {
  familyName: string;
  /** For `local()` in a stylesheet. */
  fullName: string;
  ascent: number;
  descent: number;
  lineGap: number;
  unitsPerEm: number;
  /** The average width of a character in English text, in font units. */
  xWidthAvg: number;
};

// Metrics of fonts that systems already have. Windows, macOS and iOS have the first font of each list below, Android
// has the second, and Linux desktops usually have one of the others.
const arial = { familyName: "Arial", ascent: 1854, descent: -434, lineGap: 67, unitsPerEm: 2048 };
const roboto = { familyName: "Roboto", ascent: 1900, descent: -500, lineGap: 0, unitsPerEm: 2048 };
const dejaVu = { ascent: 1901, descent: -483, lineGap: 0, unitsPerEm: 2048 };
const liberation = { ...arial, familyName: "Liberation Sans" };
const dejaVuSans = { ...dejaVu, familyName: "DejaVu Sans" };
const georgia = { familyName: "Georgia", ascent: 1878, descent: -449, lineGap: 0, unitsPerEm: 2048 };
const notoSerif = { familyName: "Noto Serif", ascent: 1069, descent: -293, lineGap: 0, unitsPerEm: 1000 };
const liberationSerif = { familyName: "Liberation Serif", ascent: 1825, descent: -443, lineGap: 87, unitsPerEm: 2048 };
const dejaVuSerif = { ...dejaVu, familyName: "DejaVu Serif" };

const sans: Metrics[] = [
  { ...arial, fullName: "Arial", xWidthAvg: 913 },
  { ...roboto, fullName: "Roboto", xWidthAvg: 911 },
  { ...liberation, fullName: "Liberation Sans", xWidthAvg: 913 },
  { ...dejaVuSans, fullName: "DejaVu Sans", xWidthAvg: 1041 },
];
const boldSans: Metrics[] = [
  { ...arial, fullName: "Arial Bold", xWidthAvg: 983 },
  { ...roboto, fullName: "Roboto Bold", xWidthAvg: 926 },
  { ...liberation, fullName: "Liberation Sans Bold", xWidthAvg: 983 },
  { ...dejaVuSans, fullName: "DejaVu Sans Bold", xWidthAvg: 1176 },
];
const serif: Metrics[] = [
  { ...georgia, fullName: "Georgia", xWidthAvg: 913 },
  { ...notoSerif, fullName: "Noto Serif", xWidthAvg: 481 },
  { ...liberationSerif, fullName: "Liberation Serif", xWidthAvg: 832 },
  { ...dejaVuSerif, fullName: "DejaVu Serif", xWidthAvg: 1058 },
];

const latin = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";

async function measureFont(file: string, weight?: number): Promise<Omit<Metrics, "familyName">> {
  const font = await readFile(require.resolve(file));
  const instance = weight === undefined ? {} : { variationAxes: { wght: weight } };
  return fromBuffer(await subsetFont(font, latin, { targetFormat: "sfnt", ...instance }));
}

const textFile = "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2";
const displayFile = "@fontsource/young-serif/files/young-serif-latin-400-normal.woff2";

/** Fits fallback fonts to the metrics of a web font, so that the layout shifts less when the web font arrives. */
async function buildFallbackRules(
  familyName: string,
  file: string,
  systems: Metrics[],
  weight?: number,
  weights = "400",
) {
  const own = { ...(await measureFont(file, weight)), familyName };
  // Latin letters, digits, punctuation and the euro sign. Other characters use fonts later in the font stack.
  const unicodeRange = "U+0000-024F, U+2000-206F, U+20AC";
  return createFontStack([own, ...systems], { fontFaceProperties: { fontWeight: weights, unicodeRange } }).fontFaces;
}

const fontStack = (family: string, systems: Metrics[], ...last: string[]) =>
  [`"${family}"`, ...systems.map(({ familyName }) => `"${family} Fallback: ${familyName}"`), ...last].join(", ");

/** `fonts.css` has the rules of the web fonts themselves. */
export async function buildFontFaces(): Promise<string> {
  const text = "Source Sans 3 Variable";
  const display = "Young Serif";
  return [
    await buildFallbackRules(text, textFile, sans, 400, "200 549"),
    await buildFallbackRules(text, textFile, boldSans, 620, "550 900"),
    await buildFallbackRules(display, displayFile, serif),
    `:root {
  --text-face: ${fontStack(text, sans, '"Noto Sans Devanagari Variable"', "system-ui", "sans-serif")};
  --display-face: ${fontStack(display, serif, "Georgia", "serif")};
}`,
  ].join("\n");
}
