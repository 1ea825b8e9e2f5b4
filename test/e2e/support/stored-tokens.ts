import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { fetchConfig, type Tokens } from "../../support/learner.ts";

const Claims = z.object({ username: z.string() });

const usernameIn = ({ AccessToken }: Tokens): string =>
  Claims.parse(JSON.parse(Buffer.from(AccessToken.split(".")[1] ?? "", "base64url").toString())).username;

/** Opens a page that has the app's origin but does not run the app. */
export async function leaveApp(page: Page, appUrl: string): Promise<void> {
  const nowhere = `${appUrl}/local/nothing-runs-here`;
  // Without the link, the browser requests an icon from the server.
  const body = '<!doctype html><link rel="icon" href="data:,">';
  await page.route(nowhere, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(nowhere);
  await page.unroute(nowhere);
}

/** Logs in with tokens in Amplify's storage, without loading the app. */
export async function signInByTokens(page: Page, appUrl: string, tokens: Tokens): Promise<void> {
  const { userPoolClientId } = await fetchConfig(appUrl);
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}`;
  const username = usernameIn(tokens);
  // `clockDrift` is last, because other tabs treat this key as the end of a sign-in.
  const entries = {
    [`${prefix}.LastAuthUser`]: username,
    [`${prefix}.${username}.accessToken`]: tokens.AccessToken,
    [`${prefix}.${username}.idToken`]: tokens.IdToken,
    [`${prefix}.${username}.refreshToken`]: tokens.RefreshToken,
    [`${prefix}.${username}.clockDrift`]: "0",
  };
  await leaveApp(page, appUrl);
  await page.evaluate((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, entries);
}

/** The signatures of the changed tokens no longer match, so the API refuses the tokens. */
export async function expireTokensIn(page: Page, seconds: number): Promise<void> {
  await page.evaluate((left) => {
    for (const key of Object.keys(localStorage).filter((name) => /\.(access|id)Token$/.test(name))) {
      const [head, claims = "", signature] = (localStorage.getItem(key) ?? "").split(".");
      const parsed: object = JSON.parse(atob(claims.replace(/-/g, "+").replace(/_/g, "/")));
      const ending = JSON.stringify({ ...parsed, exp: Math.floor(Date.now() / 1000) + left });
      localStorage.setItem(key, [head, btoa(ending), signature].join("."));
    }
  }, seconds);
}
