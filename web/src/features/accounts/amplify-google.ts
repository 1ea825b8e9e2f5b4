import { signInWithRedirect } from "aws-amplify/auth";
import { Hub } from "aws-amplify/utils";
import type { WebConfig } from "../../../../domain/http/web-config.ts";
import { configureAuth } from "./amplify-auth.ts";
import { recordStoredTokens } from "./amplify-tokens.ts";

const exchangeTimeoutMs = 20_000;

// Amplify uses https for the hosted pages, but the pages of the local cloud use http.
function toHostedUiUrl(url: string, pagesUrl: string): string {
  const { host, origin } = new URL(pagesUrl);
  return url.replace(`https://${host}/`, `${origin}/`);
}

export type RedirectOptions = {
  /** The email to suggest at Google; "" for none. */
  email: string;
  /** True to show Google's account chooser. */
  choose: boolean;
};

/** Resolves only if the browser restores this page, for example after its back button. */
export async function redirectToGoogle(config: WebConfig, { email, choose }: RedirectOptions): Promise<void> {
  const { hostedUiUrl } = config;
  if (!hostedUiUrl) throw new Error("This stage has no sign-in through Google");
  configureAuth(config, { withPages: true });
  const comeBack = new Promise<void>((resolve) =>
    window.addEventListener("pageshow", ({ persisted }) => persisted && resolve()),
  );
  try {
    await signInWithRedirect({
      provider: "Google",
      options: {
        ...(choose ? { prompt: "SELECT_ACCOUNT" as const } : {}),
        ...(email && { loginHint: email }),
        authSessionOpener: async (url) => {
          window.location.assign(toHostedUiUrl(String(url), hostedUiUrl));
        },
      },
    });
  } finally {
    configureAuth(config);
  }
  await comeBack;
}

async function waitForRedirectResult(config: WebConfig): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = Hub.listen("auth", ({ payload: { event } }) => {
      if (event !== "signInWithRedirect" && event !== "signInWithRedirect_failure") return;
      stop();
      resolve(event === "signInWithRedirect");
    });
    configureAuth(config, { withPages: true });
  });
}

/** Exchanges the code in this page's URL for tokens. */
export async function exchangeCode(config: WebConfig): Promise<boolean> {
  const { hostedUiUrl } = config;
  if (!hostedUiUrl) return false;
  const realFetch = window.fetch;
  window.fetch = (input, init) => {
    if (typeof input !== "string" || !input.endsWith("/oauth2/token")) return realFetch(input, init);
    return realFetch(toHostedUiUrl(input, hostedUiUrl), { ...init, signal: AbortSignal.timeout(exchangeTimeoutMs) });
  };
  try {
    const isSignedIn = await waitForRedirectResult(config);
    if (isSignedIn) await recordStoredTokens();
    return isSignedIn;
  } finally {
    window.fetch = realFetch;
    configureAuth(config);
  }
}
