import { escapeHtml } from "../../foundation/page.ts";

export type Page = { status: number; headers: Record<string, string>; body: string };

/** Trusted HTML that is inserted without escaping. */
export type Html = { html: string };

const renderValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(renderValue).join("");
  if (typeof value === "object" && value !== null && "html" in value) return String(value.html);
  return value === null || value === undefined || value === false ? "" : escapeHtml(String(value));
};

/** Escapes the values in the template, except `Html`. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return { html: parts.reduce((text, part, at) => text + renderValue(values[at - 1]) + part) };
}

const style = `
:root { color-scheme: light dark; font: 17px/1.55 system-ui, sans-serif; --line: #8885; --accent: #4f46a5; }
* { box-sizing: border-box; }
body { max-width: 46rem; margin: 2.5rem auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
h1 { font: 400 2rem/1.2 Georgia, serif; margin: .5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.note { margin: 0; opacity: .8; font-size: .9rem; }
.box > h2:first-child { margin-top: 0; }
.amount { font-size: 2.25rem; margin: 0; font-variant-numeric: tabular-nums; }
.box { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: .75rem 0; }
form { margin: .5rem 0; } form.inline { display: inline-block; margin: 0; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; }
label { display: block; padding: .25rem 0; }
button, .button, input[type=number], select { font: inherit; padding: .45rem .9rem; border-radius: .5rem;
  border: 1px solid var(--line); min-height: 2.5rem; }
button, .button { cursor: pointer; color: inherit; text-decoration: none; background: transparent; display: inline-block; }
button.main { background: var(--accent); color: #fff; border-color: var(--accent); }
button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid #d9730d; outline-offset: 2px; }
input[type=number] { width: 8rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: start; padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
code { font: .85em ui-monospace, monospace; }
`;

function pageHeaders(origins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    // Some browsers also apply form-action to the redirect after a form.
    `form-action ${["'self'", ...new Set(origins)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
}

/** @param leadsTo URLs to which the page's forms may redirect */
export function stripePage(title: string, body: Html, leadsTo: readonly string[] = [], status = 200): Page {
  const origins = leadsTo.map((address) => new URL(address).origin);
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title} · local payments</title>
<style>${{ html: style }}</style></head><body>
<p class="note">Local fake of Stripe. No real card, no real money.</p>
<main><h1>${title}</h1>${body}</main></body></html>`;
  return { status, headers: pageHeaders(origins), body: document.html };
}

export function redirectTo(location: string): Page {
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
}

export const formatMoney = (cents: number) => `${cents < 0 ? "-" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;

export const formatInstant = (seconds: number) =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
