import { notModelled } from "../pool/failure.ts";
import { accountScope } from "../pool/sessions.ts";
import { PageRefusal, readParameters } from "./page-reply.ts";

export type HostedClient = { clientId: string; signInReturnUrls: readonly string[] };

export type AuthorizeRequest = {
  redirectUri: string;
  state: string | null;
  scope: string;
  /** The S256 challenge of PKCE. */
  challenge: string | null;
  loginHint: string;
};

export class RedirectedRefusal extends Error {
  readonly location: string;

  constructor(request: Pick<AuthorizeRequest, "redirectUri" | "state">, error: string, description?: string) {
    super(error);
    this.location = returnUrl(request, { ...(description && { error_description: description }), error });
  }
}

export function returnUrl(
  { redirectUri, state }: Pick<AuthorizeRequest, "redirectUri" | "state">,
  parameters: Record<string, string>,
): string {
  const query = new URLSearchParams({ ...parameters, ...(state !== null && { state }) });
  return `${redirectUri}?${query}`;
}

const clientScopes = ["openid", "email", "profile", accountScope];
const parameterNames = [
  "client_id",
  "redirect_uri",
  "response_type",
  "identity_provider",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "login_hint",
] as const;

type Parameters = Partial<Record<(typeof parameterNames)[number], string>>;

function returnAddress({ client_id, redirect_uri }: Parameters, client: HostedClient): string {
  if (client_id !== client.clientId) throw new PageRefusal("invalid_request", "There is no client of that id.");
  if (redirect_uri !== undefined && client.signInReturnUrls.includes(redirect_uri)) return redirect_uri;
  throw new PageRefusal("redirect_mismatch", "The client has no such address to come back to.");
}

function refuseUnmodelled({ identity_provider, prompt, response_type }: Parameters): void {
  const lacking = [
    ...(identity_provider === "Google" ? [] : [`the provider ${identity_provider ?? "of the user's choice"}`]),
    ...(prompt === undefined || prompt === "select_account" ? [] : [`the prompt ${prompt}`]),
    ...(response_type === "token" ? ["tokens in addresses"] : []),
  ];
  for (const what of lacking) throw new PageRefusal("not_modelled", notModelled(what).message);
}

function challengeIn({ code_challenge, code_challenge_method }: Parameters): string | null | "malformed" {
  if (code_challenge === undefined && code_challenge_method === undefined) return null;
  const isWhole = code_challenge_method === "S256" && /^[\w-]{43}$/.test(code_challenge ?? "");
  return isWhole && code_challenge ? code_challenge : "malformed";
}

function scopeIn({ scope }: Parameters): string | "malformed" {
  const asked = scope === undefined ? clientScopes : scope.split(" ");
  const areKnown = asked.every((name) => clientScopes.includes(name));
  const areAllowed = asked.includes("openid") || asked.every((name) => name === accountScope);
  return areKnown && areAllowed ? asked.join(" ") : "malformed";
}

/**
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
 * @throws PageRefusal, RedirectedRefusal
 */
export function readAuthorizeRequest(query: URLSearchParams, client: HostedClient): AuthorizeRequest {
  const parameters = readParameters(query, parameterNames);
  const { state = null, login_hint: loginHint = "" } = parameters;
  const comingBack = { redirectUri: returnAddress(parameters, client), state };
  refuseUnmodelled(parameters);
  if (parameters.response_type !== "code") throw new RedirectedRefusal(comingBack, "invalid_request");
  const challenge = challengeIn(parameters);
  if (challenge === "malformed") throw new RedirectedRefusal(comingBack, "invalid_request");
  const scope = scopeIn(parameters);
  if (scope === "malformed") throw new RedirectedRefusal(comingBack, "invalid_scope");
  return { ...comingBack, scope, challenge, loginHint };
}
