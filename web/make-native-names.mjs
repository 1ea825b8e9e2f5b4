// `npm run names:make` subsets fonts to the native names of the languages, so that the list of languages needs only
// small font files. The command also runs make-reference-font.mjs, for the reference text of the landing page. Commit
// the output. Run the command again only after a change of the names, the fonts or that text.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";
import { languages } from "../domain/content/language.ts";

const require = createRequire(import.meta.url);
const directory = join(import.meta.dirname, "src", "features", "language", "native-names");

/** In order of preference: each character uses the first font that contains it. */
const stylesheets = [
  "@fontsource-variable/noto-sans-arabic/wght.css",
  "@fontsource-variable/noto-sans-devanagari/wght.css",
  "@fontsource-variable/noto-sans-bengali/wght.css",
  "@fontsource-variable/noto-sans-gujarati/wght.css",
  "@fontsource-variable/noto-sans-gurmukhi/wght.css",
  "@fontsource-variable/noto-sans-oriya/wght.css",
  "@fontsource-variable/noto-sans-kannada/wght.css",
  "@fontsource-variable/noto-sans-telugu/wght.css",
  "@fontsource-variable/noto-sans-malayalam/wght.css",
  "@fontsource-variable/noto-sans-tamil/wght.css",
  "@fontsource-variable/noto-sans-sinhala/wght.css",
  "@fontsource-variable/noto-sans-thai/wght.css",
  "@fontsource-variable/noto-sans-myanmar/wght.css",
  "@fontsource-variable/noto-sans-khmer/wght.css",
  "@fontsource/noto-serif-tibetan/400.css",
];
/** Stylesheets by language tag, because Chinese, Japanese and Korean fonts draw the same character differently. */
const stylesheetByTag = {
  "yue-Hant": "@fontsource-variable/noto-sans-hk/wght.css",
  "zh-Hans": "@fontsource-variable/noto-sans-sc/wght.css",
  ja: "@fontsource-variable/noto-sans-jp/wght.css",
  ko: "@fontsource-variable/noto-sans-kr/wght.css",
};

function facesOf(stylesheet) {
  const css = readFileSync(require.resolve(stylesheet), "utf8");
  return css
    .split("@font-face")
    .slice(1)
    .map((rule) => {
      const [, file = ""] = /url\(\.\/([^)]+\.woff2)\)/.exec(rule) ?? [];
      const [, ranges = ""] = /unicode-range:\s*([^;]+)/.exec(rule) ?? [];
      const bounds = ranges.split(",").map((range) => range.trim().replace("U+", "").split("-"));
      return {
        file: join(dirname(require.resolve(stylesheet)), file),
        has: (code) =>
          bounds.some(([from, to = from]) => code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16)),
      };
    });
}

/** Characters to keep, by font file. */
const wanted = new Map();
for (const { nativeName, tag } of languages) {
  const faces = [stylesheetByTag[tag]].flatMap((own) => (own ? [own] : stylesheets)).flatMap(facesOf);
  for (const character of nativeName.normalize("NFC")) {
    if (/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\s]/u.test(character)) continue;
    const face = faces.find(({ has }) => has(character.codePointAt(0)));
    if (!face) throw new Error(`No font has ${character} of ${nativeName}`);
    wanted.set(face.file, new Set([...(wanted.get(face.file) ?? []), character]));
  }
}

rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const rules = [];
let bytes = 0;
for (const [file, characters] of wanted) {
  const text = [...characters].sort().join("");
  const variationAxes = file.includes("-wght-") ? { wght: 400 } : {};
  const font = await subsetFont(readFileSync(file), text, { targetFormat: "woff2", variationAxes });
  const name = `names-${rules.length + 1}.woff2`;
  const range = [...text].map((character) => `U+${character.codePointAt(0).toString(16).toUpperCase()}`).join(", ");
  writeFileSync(join(directory, name), font);
  rules.push(`@font-face {
  font-family: "Native Names";
  src: url("./${name}") format("woff2");
  font-display: swap;
  unicode-range: ${range};
}`);
  bytes += font.length;
}
const header = "/* Made by `npm run names:make` from fonts under the SIL Open Font License. */";
writeFileSync(join(directory, "native-names.css"), `${header}\n\n${rules.join("\n\n")}\n`);
process.stdout.write(`${rules.length} fonts, ${bytes} bytes\n`);
