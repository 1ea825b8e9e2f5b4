import type { IncomingMessage } from "node:http";
import { type Account, need } from "../account/account.ts";
import { StripeFailure } from "../account/failure.ts";
import type { Ledger } from "../billing/ledger.ts";
import { readFields, runControl } from "../controls/control-requests.ts";
import type { Controls } from "../controls/controls.ts";
import { indexPage } from "./index-page.ts";
import { answerInvoiceForm, invoicePage } from "./invoice-page.ts";
import { html, type Page, redirectTo, stripePage } from "./page.ts";
import { answerPayForm, payPage } from "./pay-page.ts";
import { answerPortalForm, portalPage } from "./portal-page.ts";

type Settings = { ledger: Ledger; controls: Controls };

const json = (status: number, value: unknown): Page => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(value),
});

const nothingHere = () => stripePage("There is nothing here", html`<p><a href="/">All payments</a></p>`, [], 404);

function failurePage(cause: unknown): Page {
  if (!(cause instanceof StripeFailure)) throw cause;
  const body = html`<p>${cause.message}</p><p><a href="/">All payments</a></p>`;
  return stripePage("That did not work", body, [], cause.status);
}

/** A page of another site must not make payments here. */
function isForeign({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}

async function answerControl(message: IncomingMessage, name: string, { controls }: Settings): Promise<Page> {
  const isJson = message.headers["content-type"]?.startsWith("application/json") ?? false;
  try {
    const result = runControl(name, await readFields(message), controls);
    return isJson ? json(200, { result: result ?? null, ...controls.state() }) : redirectTo("/");
  } catch (cause) {
    if (!isJson || !(cause instanceof StripeFailure)) return failurePage(cause);
    return json(cause.status, { message: cause.message });
  }
}

function showPage(account: Account, path: string, controls: Controls): Page {
  const [, pay] = /^\/c\/pay\/(\w+)$/.exec(path) ?? [];
  if (pay !== undefined) return payPage(account, need(account, "checkout.session", pay));
  const [, portal] = /^\/p\/session\/(\w+)$/.exec(path) ?? [];
  if (portal !== undefined) return portalPage(account, need(account, "billing_portal.session", portal));
  const [, bill] = /^\/i\/(\w+)$/.exec(path) ?? [];
  if (bill !== undefined) return invoicePage(account, need(account, "invoice", bill));
  if (path === "/local-controls/state") return json(200, controls.state());
  return path === "/" ? indexPage(account, controls.state()) : nothingHere();
}

function answerForm(ledger: Ledger, path: string, fields: Record<string, string>): Page {
  const [, pay] = /^\/c\/pay\/(\w+)$/.exec(path) ?? [];
  if (pay !== undefined) {
    return ledger.act((account) => answerPayForm(account, need(account, "checkout.session", pay), fields));
  }
  const [, bill] = /^\/i\/(\w+)$/.exec(path) ?? [];
  if (bill !== undefined) {
    return ledger.act((account) => answerInvoiceForm(account, need(account, "invoice", bill), fields));
  }
  const [, portal] = /^\/p\/session\/(\w+)$/.exec(path) ?? [];
  if (portal === undefined) return nothingHere();
  try {
    return ledger.act((account) => answerPortalForm(account, need(account, "billing_portal.session", portal), fields));
  } catch (cause) {
    if (!(cause instanceof StripeFailure) || cause.status !== 402) throw cause;
    const account = ledger.openAccount();
    return portalPage(account, need(account, "billing_portal.session", portal), cause.message);
  }
}

/** Answers what people ask for: the pages of the fake and the controls on them. */
export async function answerPage(message: IncomingMessage, url: URL, settings: Settings): Promise<Page> {
  const { ledger, controls } = settings;
  try {
    if (message.method === "GET") {
      ledger.settleNow();
      return showPage(ledger.openAccount(), url.pathname, controls);
    }
    if (message.method !== "POST") return nothingHere();
    if (isForeign(message)) return json(403, { message: "Not from another site" });
    const [, name] = /^\/local-controls\/([a-z-]+)$/.exec(url.pathname) ?? [];
    if (name !== undefined) return await answerControl(message, name, settings);
    return answerForm(ledger, url.pathname, await readFields(message));
  } catch (cause) {
    return failurePage(cause);
  }
}
