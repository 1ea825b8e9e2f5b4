import * as z from "zod/mini";

/** What the web app is told of the stage that serves it, in the file config.json beside its pages. */
export const WebConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Where the user pool answers, if not at AWS. */
  userPoolEndpoint: z.optional(z.url()),
  /** Where Google accounts sign in: the user pool's domain. Without one there is only e-mail. */
  hostedUiUrl: z.optional(z.url()),
  apiUrl: z.url(),
  /** Where the content is served from, without a trailing slash. */
  contentUrl: z.url(),
  /** Where live updates come from; without it the app lives by its freshness rules. */
  realtimeUrl: z.optional(z.url()),
});
export type WebConfig = z.infer<typeof WebConfig>;

/** What a stack says of itself, by the names of its outputs, as far as the web app has to know. */
export const WebOutputs = z.object({
  Region: z.string(),
  UserPoolId: z.string(),
  UserPoolClientId: z.string(),
  /** Only where the user pool does not answer at AWS. */
  UserPoolEndpoint: z.optional(z.string()),
  HostedUiUrl: z.optional(z.string()),
  ApiUrl: z.string(),
  RealtimeUrl: z.string(),
  ContentOrigin: z.string(),
});
export type WebOutputs = z.infer<typeof WebOutputs>;

/** The settings of the web app of a stack with these outputs, deployed or local. */
export function toWebConfig(outputs: WebOutputs): WebConfig {
  const { UserPoolEndpoint, HostedUiUrl } = outputs;
  return {
    region: outputs.Region,
    userPoolId: outputs.UserPoolId,
    userPoolClientId: outputs.UserPoolClientId,
    ...(UserPoolEndpoint === undefined ? {} : { userPoolEndpoint: UserPoolEndpoint }),
    ...(HostedUiUrl === undefined ? {} : { hostedUiUrl: HostedUiUrl }),
    apiUrl: outputs.ApiUrl,
    realtimeUrl: outputs.RealtimeUrl,
    contentUrl: outputs.ContentOrigin,
  };
}

const originOf = (url: string) => /^[a-z]+:\/\/[^/]+/.exec(url)?.[0] ?? url;

/** The origins that the web app calls or connects to with these settings, each once. */
export function listConnectOrigins(config: WebConfig): string[] {
  const { apiUrl, realtimeUrl, userPoolEndpoint, region, hostedUiUrl, contentUrl } = config;
  const urls = [
    apiUrl,
    ...(realtimeUrl === undefined ? [] : [realtimeUrl]),
    userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`,
    ...(hostedUiUrl === undefined ? [] : [hostedUiUrl]),
    contentUrl,
  ];
  return [...new Set(urls.map(originOf))];
}
