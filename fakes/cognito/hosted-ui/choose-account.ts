import { CognitoFailure } from "../pool/failure.ts";
import type { AuthorizeRequest } from "./authorize-request.ts";
import { RedirectedRefusal, returnUrl } from "./authorize-request.ts";
import { chooserPage, longestEmail, longestName } from "./chooser-page.ts";
import type { HostedUi } from "./create-hosted-ui.ts";
import type { GoogleAccount } from "./google-accounts.ts";
import { type PageReply, readParameters, redirectTo } from "./page-reply.ts";
import { signInWithGoogle } from "./sign-in-with-google.ts";

const isEmail = (text: string) => text.length <= longestEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

function readAccount(form: URLSearchParams, { googleAccounts }: HostedUi): GoogleAccount | string {
  const { account, email = "", name = "" } = readParameters(form, ["account", "email", "name"]);
  if (account) return googleAccounts.bySub(account) ?? "There is no such account.";
  const typed = { email: email.trim(), name: name.trim() };
  if (!isEmail(typed.email)) return "This is not an email address.";
  if (typed.name === "" || typed.name.length > longestName) return "Type a name.";
  return googleAccounts.findOrCreate(typed);
}

async function signIn(account: GoogleAccount, request: AuthorizeRequest, hosted: HostedUi): Promise<string> {
  try {
    return await signInWithGoogle(account, hosted.pool);
  } catch (error) {
    if (!(error instanceof CognitoFailure)) throw error;
    // On AWS, the message of a trigger's failure has this form, with the space at the end.
    throw new RedirectedRefusal(request, "invalid_request", `${error.message} `);
  }
}

export async function handleAccountChoice(
  request: AuthorizeRequest,
  form: URLSearchParams,
  hosted: HostedUi,
): Promise<PageReply> {
  if (form.get("cancel")) throw new RedirectedRefusal(request, "access_denied");
  const account = readAccount(form, hosted);
  if (typeof account === "string") return chooserPage(request, hosted.googleAccounts.list(), account);
  const username = await signIn(account, request, hosted);
  const { redirectUri, scope, challenge } = request;
  const code = hosted.authorizationCodes.issue({ username, redirectUri, scope, challenge });
  return redirectTo(returnUrl(request, { code }));
}
