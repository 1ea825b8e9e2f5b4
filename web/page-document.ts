/** A page of the app, drawn into a document. */
export type PageDocument = {
  /** Its path, or "frame". */
  page: string;
  markup: string;
  title: string;
  description: string;
  /** The script that runs before anything is drawn. */
  firstPaint: string;
  /** What the page's text is set in. */
  fonts: readonly string[];
  styles: readonly string[];
  /** Scripts that are fetched once the app runs, so that nobody who has begun is stopped by a network that goes away. */
  prefetchedScripts: readonly string[];
  /** Another page that the document carries, for visitors who are sent there. */
  embeddedPage?: { page: string; title: string; markup: string };
};

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

// Amplify's icons; what they say of themselves stands in our stylesheet, for the security policy allows no style here.
const iconStyle = / style="width:1em;height:1em"/g;

/** Markup as the security policy lets it stand. @throws if something in it says its own style */
function stripIconStyles(markup: string): string {
  const plain = markup.replace(iconStyle, "");
  if (/ style="/.test(plain)) throw new Error("The security policy would drop a style in the markup");
  return plain;
}

/** Replaces what stands once in a document. @throws if it does not */
function replaceOnce(html: string, pattern: RegExp, by: string): string {
  if (html.match(new RegExp(pattern, "g"))?.length !== 1) throw new Error(`The document should have one ${pattern}`);
  return html.replace(pattern, () => by);
}

/** Links that wait in the document: beside what is seen first they would take its share of the network. */
function prefetchTemplate(files: readonly string[]): string {
  // A prefetch is no script to Firefox, and falls under the policy's default, which allows nothing.
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return `<template data-later>${links.join("")}</template>`;
}

/** Fills the document that the bundler wrote with a page. */
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
