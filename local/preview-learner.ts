import { randomUUID } from "node:crypto";
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { type RouteName, routes } from "../domain/api.ts";
import type { LanguageName } from "../domain/content/language.ts";
import { CheckoutAnswer } from "../domain/plans/checkout.ts";
import type { Cognito } from "../fakes/cognito/cognito.ts";
import type { Inbox } from "../fakes/ses/inbox.ts";
import { clientId, credentials, region } from "./cloud-settings.ts";

export type PreviewCloud = { webUrl: string; apiUrl: string; cognito: Cognito; inbox: Inbox };

export type PreviewLearner = {
  userId: string;
  startSession: () => ReturnType<Cognito["startSession"]>;
  practise: (language: LanguageName) => Promise<void>;
};

const email = "preview@parlance.example";

async function signUp({ cognito, inbox }: PreviewCloud): Promise<string> {
  const client = new CognitoIdentityProviderClient({ region, endpoint: cognito.url, credentials });
  try {
    const attributes = [{ Name: "name", Value: "Preview" }];
    const account = { ClientId: clientId, Username: email };
    const { UserSub } = await client.send(
      new SignUpCommand({ ...account, Password: randomUUID(), UserAttributes: attributes }),
    );
    const code = /\b\d{6}\b/.exec(inbox.list(email)[0]?.text ?? "")?.[0];
    await client.send(new ConfirmSignUpCommand({ ...account, ConfirmationCode: code }));
    if (!UserSub) throw new Error("The learner of the preview has no id");
    return UserSub;
  } finally {
    client.destroy();
  }
}

async function callApi(token: string, apiUrl: string, name: RouteName, body?: unknown): Promise<unknown> {
  const { method, path } = routes[name];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${apiUrl}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}: ${text}`);
  return text ? JSON.parse(text) : undefined;
}

async function pay(url: string): Promise<void> {
  const form = new URLSearchParams({ action: "pay", card: "works" });
  const response = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  if (response.status >= 400) throw new Error(`The plan of the preview was not paid: ${await response.text()}`);
}

export async function createPreviewLearner(cloud: PreviewCloud): Promise<PreviewLearner> {
  const userId = await signUp(cloud);
  const startSession = () => cloud.cognito.startSession(userId);
  const call = async (name: RouteName, body?: unknown) =>
    callApi((await startSession()).AccessToken, cloud.apiUrl, name, body);
  const choice = { planType: "plus", billing: "monthly", returnUrl: cloud.webUrl };
  const { url } = CheckoutAnswer.parse(await call("create-checkout-session", choice));
  await pay(url);
  await call("refresh-subscription");
  return {
    userId,
    startSession,
    practise: async (language) => void (await call("update-profile", { language_preference: language })),
  };
}
