const characterReferences: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The result is safe between tags and in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => characterReferences[character] ?? character);
}

const style = `
:root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font: 400 2rem/1.2 Georgia, serif; }
article { padding: 1rem 0; border-top: 1px solid #8886; }
pre { white-space: pre-wrap; font: 1rem/1.5 ui-monospace, monospace; }
dt { font-weight: 600; } dd { margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font: 400 1.375rem/1.3 Georgia, serif; }
input, button { font: inherit; padding: .375rem .75rem; max-width: 100%; box-sizing: border-box; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
.accounts { list-style: none; padding: 0; } .accounts li { margin: .5rem 0; }
.accounts button { width: 100%; text-align: start; overflow-wrap: anywhere; }
`;

export function createPageHeaders(origins: readonly string[]): Record<string, string> {
  const formAction = ["'self'", ...origins].join(" ");
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    "cache-control": "no-store",
  };
}

export const pageHeaders = createPageHeaders([]);

/** `title` and `body` are HTML, and are not escaped. */
export function localPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · local cloud</title><style>${style}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}
