import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pattern = /^(?<scene>.+)@(?<look>\d+-(?:light|dark)(?:-whole)?)\.png$/;

const picturesIn = (/** @type {string} */ directory) =>
  readdirSync(directory)
    .toSorted()
    .flatMap((file) => {
      const { scene, look } = pattern.exec(file)?.groups ?? {};
      return scene && look ? [{ scene, look, file }] : [];
    });

const testFiles = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".test.ts"));

/**
 * A scene's name begins with the name of its test file. Several files may match, such as "exam" and "exam-session".
 * @param {string} scene
 */
const testFileOf = (scene) =>
  testFiles
    .filter((file) => scene.startsWith(file.replace(".test.ts", "-")))
    .toSorted((one, other) => other.length - one.length)[0];

/**
 * Deletes old pictures, because their scenes may no longer exist.
 * @param {string} directory
 * @param {readonly string[]} names parts of the names of the test files that run, or empty for all files
 */
export function clearSheet(directory, names) {
  mkdirSync(directory, { recursive: true });
  for (const { scene, file } of picturesIn(directory)) {
    const testFile = testFileOf(scene);
    if (names.length === 0 || names.some((name) => testFile?.includes(name))) rmSync(join(directory, file));
  }
}

const style = `
  body { margin: 2rem; font: 15px system-ui, sans-serif; background: #8c8c8c; }
  section { display: flex; gap: 1rem; align-items: start; overflow-x: auto; margin-block-end: 2rem; }
  figure { margin: 0; } img { display: block; height: 32rem; } figcaption { padding-block: 0.25rem; }
  .whole img { height: auto; width: 16rem; }`;

/**
 * @param {string} directory
 * @returns {string} the path of the file
 */
export function writeSheet(directory) {
  const pictures = picturesIn(directory);
  const scenes = [...new Set(pictures.map(({ scene }) => scene))];
  const figure = (/** @type {(typeof pictures)[number]} */ { look, file }) =>
    `<figure class="${look.endsWith("whole") ? "whole" : ""}"><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${look}</figcaption></figure>`;
  const rows = scenes.map((scene) => {
    const own = pictures.filter((picture) => picture.scene === scene);
    return `<h2 id="${scene}">${scene}</h2><section>${own.map(figure).join("")}</section>`;
  });
  const file = join(directory, "index.html");
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style>`;
  writeFileSync(file, `${head}<h1>Screens</h1>${rows.join("\n")}</html>\n`);
  return file;
}
