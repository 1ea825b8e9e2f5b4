import type { IncomingMessage } from "node:http";
import { type Account, requireObject } from "../account/account.ts";
import { StripeFailure } from "../account/failure.ts";
import type { Ledger } from "../billing/ledger.ts";
import { readFields, runControl } from "../controls/control-requests.ts";
import type { Controls } from "../controls/controls.ts";
import { indexPage } from "./index-page.ts";
import { handleInvoiceForm, invoicePage } from "./invoice-page.ts";
import { html, type Page, redirectTo, stripePage } from "./page.ts";
import { handlePayForm, payPage } from "./pay-page.ts";
import { handlePortalForm, portalPage } from "./portal-page.ts";

type Settings = { ledger: Ledger; controls: Controls };

const jsonResponse = (status: number, value: unknown): Page => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(value),
});

const notFoundPage = () => stripePage("There is nothing here", html`<p><a href="/">All payments</a></p>`, [], 404);

function failurePage(cause: unknown): Page {
  if (!(cause instanceof StripeFailure)) throw cause;
  const body = html`<p>${cause.message}</p><p><a href="/">All payments</a></p>`;
  return stripePage("That did not work", body, [], cause.status);
}

/** A page of another origin must not make payments. */
function isCrossOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}

async function handleControl(message: IncomingMessage, name: string, { controls }: Settings): Promise<Page> {
  const isJson = message.headers["content-type"]?.startsWith("application/json") ?? false;
  try {
    const result = runControl(name, await readFields(message), controls);
    return isJson ? jsonResponse(200, { result: result ?? null, ...controls.state() }) : redirectTo("/");
  } catch (cause) {
    if (!isJson || !(cause instanceof StripeFailure)) return failurePage(cause);
    return jsonResponse(cause.status, { message: cause.message });
  }
}

function showPage(account: Account, path: string, controls: Controls): Page {
  const [, pay] = /^\/c\/pay\/(\w+)$/.exec(path) ?? [];
  if (pay !== undefined) return payPage(account, requireObject(account, "checkout.session", pay));
  const [, portal] = /^\/p\/session\/(\w+)$/.exec(path) ?? [];
  if (portal !== undefined) return portalPage(account, requireObject(account, "billing_portal.session", portal));
  const [, bill] = /^\/i\/(\w+)$/.exec(path) ?? [];
  if (bill !== undefined) return invoicePage(account, requireObject(account, "invoice", bill));
  if (path === "/local-controls/state") return jsonResponse(200, controls.state());
  return path === "/" ? indexPage(account, controls.state()) : notFoundPage();
}

function handleForm(ledger: Ledger, path: string, fields: Record<string, string>): Page {
  const [, pay] = /^\/c\/pay\/(\w+)$/.exec(path) ?? [];
  if (pay !== undefined) {
    return ledger.transact((account) =>
      handlePayForm(account, requireObject(account, "checkout.session", pay), fields),
    );
  }
  const [, bill] = /^\/i\/(\w+)$/.exec(path) ?? [];
  if (bill !== undefined) {
    return ledger.transact((account) => handleInvoiceForm(account, requireObject(account, "invoice", bill), fields));
  }
  const [, portal] = /^\/p\/session\/(\w+)$/.exec(path) ?? [];
  if (portal === undefined) return notFoundPage();
  try {
    return ledger.transact((account) =>
      handlePortalForm(account, requireObject(account, "billing_portal.session", portal), fields),
    );
  } catch (cause) {
    if (!(cause instanceof StripeFailure) || cause.status !== 402) throw cause;
    const account = ledger.openAccount();
    return portalPage(account, requireObject(account, "billing_portal.session", portal), cause.message);
  }
}

export async function handlePageRequest(message: IncomingMessage, url: URL, settings: Settings): Promise<Page> {
  const { ledger, controls } = settings;
  try {
    if (message.method === "GET") {
      ledger.settleNow();
      return showPage(ledger.openAccount(), url.pathname, controls);
    }
    if (message.method !== "POST") return notFoundPage();
    if (isCrossOrigin(message)) return jsonResponse(403, { message: "Not from another site" });
    const [, name] = /^\/local-controls\/([a-z-]+)$/.exec(url.pathname) ?? [];
    if (name !== undefined) return await handleControl(message, name, settings);
    return handleForm(ledger, url.pathname, await readFields(message));
  } catch (cause) {
    return failurePage(cause);
  }
}
