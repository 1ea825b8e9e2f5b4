import { createPageHeaders, escapeHtml, localPage } from "../../foundation/page.ts";
import type { AuthorizeRequest } from "./authorize-request.ts";
import type { GoogleAccount } from "./google-accounts.ts";
import type { PageReply } from "./page-reply.ts";

export const longestEmail = 320;
export const longestName = 500;

function accountButton({ sub, email, name }: GoogleAccount): string {
  return `<li><button name="account" value="${escapeHtml(sub)}"><strong>${escapeHtml(name)}</strong><br>${escapeHtml(email)}</button></li>`;
}

function knownAccounts(accounts: readonly GoogleAccount[]): string {
  if (accounts.length === 0) return "<p>No account has been used yet.</p>";
  return `<form method="post"><ul class="accounts">${accounts.map(accountButton).join("")}</ul></form>`;
}

/** @param trouble the error of the last submission */
export function chooserPage(
  { redirectUri, loginHint }: AuthorizeRequest,
  accounts: readonly GoogleAccount[],
  trouble?: string,
): PageReply {
  const body = `<p>This page replaces Google's page. It uses no Google account and asks for no password.</p>
    ${trouble ? `<p role="alert"><strong>${escapeHtml(trouble)}</strong></p>` : ""}
    <h2>Choose an account</h2>${knownAccounts(accounts)}
    <h2>Use another account</h2>
    <form method="post"><p><label for="email">Email</label><br>
      <input id="email" name="email" type="text" inputmode="email" autocomplete="off" maxlength="${longestEmail}" required value="${escapeHtml(loginHint)}"></p>
      <p><label for="name">Name</label><br>
      <input id="name" name="name" autocomplete="off" maxlength="${longestName}" required></p>
      <p><button>Continue</button></p></form>
    <form method="post"><button name="cancel" value="yes">Cancel</button></form>`;
  // Some browsers also apply the `form-action` of this page to the redirect after the form.
  const headers = createPageHeaders([new URL(redirectUri).origin]);
  return { status: trouble ? 400 : 200, headers, body: localPage("Sign in with Google", body) };
}
