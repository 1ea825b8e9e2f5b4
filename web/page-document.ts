export type PageDocument = {
  /** The path of the page, or "frame" for the document that is served at all other paths of the app. */
  page: string;
  markup: string;
  title: string;
  description: string;
  firstPaint: string;
  fonts: readonly string[];
  styles: readonly string[];
  /** Scripts to fetch after the app has started, so that a sign-in does not wait for them. */
  prefetchedScripts: readonly string[];
  /**
   * The log-in page, which the document contains in a template. The first-paint script can show this page at
   * addresses that require a log-in.
   */
  embeddedPage?: { page: string; title: string; markup: string };
};

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

// Amplify sets this style on its icons. The security policy forbids inline styles, so our stylesheet sets the size.
const iconStyle = / style="width:1em;height:1em"/g;

function stripIconStyles(markup: string): string {
  const plain = markup.replace(iconStyle, "");
  if (/ style="/.test(plain)) throw new Error("The security policy would drop a style in the markup");
  return plain;
}

function replaceOnce(html: string, pattern: RegExp, by: string): string {
  if (html.match(new RegExp(pattern, "g"))?.length !== 1) throw new Error(`The document should have one ${pattern}`);
  return html.replace(pattern, () => by);
}

/** The links are in a template, because the browser would otherwise fetch them before the first paint. */
function prefetchTemplate(files: readonly string[]): string {
  // Uses "modulepreload", because Firefox blocks "prefetch": the policy's `default-src` allows nothing.
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return `<template data-later>${links.join("")}</template>`;
}

/** @param template the document that the bundler produced */
export function writeDocument(template: string, page: PageDocument): string {
  const isLinked = (file: string) => template.includes(`"/${file}"`);
  const head = [
    `<script src="${page.firstPaint}"></script>`,
    ...page.fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`),
    ...page.styles
      .filter((file) => !isLinked(file))
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...(page.prefetchedScripts.length > 0 ? [prefetchTemplate(page.prefetchedScripts)] : []),
  ];
  const carried = page.embeddedPage
    ? `<template data-page="${page.embeddedPage.page}" title="${escapeHtml(page.embeddedPage.title)}">${stripIconStyles(page.embeddedPage.markup)}</template>`
    : "";
  const replacements: [RegExp, string][] = [
    [/<html /, `<html data-page="${page.page}" `],
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(page.title)}</title>`],
    [
      /<meta\s+name="description"\s+content="[^"]*"\s*\/>/,
      `<meta name="description" content="${escapeHtml(page.description)}" />`,
    ],
    [/<div id="root"><\/div>/, `<div id="root">${stripIconStyles(page.markup)}</div>${carried}`],
    [/ *<\/head>/, `    ${head.join("\n    ")}\n  </head>`],
  ];
  return replacements.reduce((html, [pattern, by]) => replaceOnce(html, pattern, by), template);
}
