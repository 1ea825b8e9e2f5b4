import type { IncomingMessage } from "node:http";
import { RedirectedRefusal, readAuthorizeRequest } from "./authorize-request.ts";
import { handleAccountChoice } from "./choose-account.ts";
import { chooserPage } from "./chooser-page.ts";
import type { HostedUi } from "./create-hosted-ui.ts";
import { json, PageRefusal, type PageReply, redirectTo, refusalPage } from "./page-reply.ts";
import { exchangeForTokens, TokenRefusal } from "./token-endpoint.ts";

const accountsPath = "/google/accounts";

type HostedUiRequest = { request: IncomingMessage; url: URL; body: () => Promise<string> };

function refuseForeignForm({ headers }: IncomingMessage): void {
  if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return;
  throw new PageRefusal("invalid_request", "The form is not of this site.");
}

async function route({ request, url, body }: HostedUiRequest, hosted: HostedUi): Promise<PageReply | null> {
  const form = async () => new URLSearchParams(await body());
  switch (`${request.method} ${url.pathname}`) {
    case "GET /oauth2/authorize":
      readAuthorizeRequest(url.searchParams, hosted);
      return redirectTo(`${accountsPath}${url.search}`);
    case `GET ${accountsPath}`:
      return chooserPage(readAuthorizeRequest(url.searchParams, hosted), hosted.googleAccounts.list());
    case `POST ${accountsPath}`:
      refuseForeignForm(request);
      return handleAccountChoice(readAuthorizeRequest(url.searchParams, hosted), await form(), hosted);
    case "POST /oauth2/token":
      return exchangeForTokens(await form(), hosted);
    default:
      return null;
  }
}

/** Returns null for a request that is not for the hosted UI. */
export async function handleHostedUi(asked: HostedUiRequest, hosted: HostedUi): Promise<PageReply | null> {
  const isForPrograms = asked.request.method === "POST" && asked.url.pathname.startsWith("/oauth2/");
  try {
    return await route(asked, hosted);
  } catch (error) {
    if (error instanceof RedirectedRefusal) return redirectTo(error.location);
    if (error instanceof TokenRefusal) return json(400, { error: error.error });
    if (error instanceof PageRefusal) return isForPrograms ? json(400, { error: error.code }) : refusalPage(error);
    throw error;
  }
}
