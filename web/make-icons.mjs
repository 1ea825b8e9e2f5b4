// `npm run icons:make` draws the app's icons from `mark.svg`. Commit the output. Run the command again only after a
// change of the mark. Set CHROMIUM to the path of Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const directory = join(import.meta.dirname, "public");
const mark = readFileSync(join(directory, "mark.svg"), "utf8");

/** The mark without rounded corners, because systems cut maskable icons and the iOS icon to their own shapes. */
const square = mark.replace(' rx="8"', "");

/** Only the middle 80 percent of a maskable icon is safe from the cut (https://www.w3.org/TR/appmanifest/#icon-masks). */
const maskable = square.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"').replace("<rect", '<rect x="-3" y="-3"');
const icons = [
  { name: "icon-192", size: 192, svg: mark },
  { name: "icon-512", size: 512, svg: mark },
  { name: "icon-180", size: 180, svg: square },
  { name: "icon-maskable-192", size: 192, svg: maskable.replaceAll(/(width|height)="32"/g, '$1="38"') },
  { name: "icon-maskable-512", size: 512, svg: maskable.replaceAll(/(width|height)="32"/g, '$1="38"') },
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
for (const { name, size, svg } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  await page.screenshot({ path: join(directory, `${name}.png`), omitBackground: true });
}
await browser.close();
