import * as z from "zod/mini";

/** The file config.json at the root of the web app. */
export const WebConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Endpoint of a user pool that is not at AWS. */
  userPoolEndpoint: z.optional(z.url()),
  /** URL of the user pool's domain, for log-in with Google; absent if the app offers only log-in with email. */
  hostedUiUrl: z.optional(z.url()),
  apiUrl: z.url(),
  /** Without a trailing slash. */
  contentUrl: z.url(),
  realtimeUrl: z.optional(z.url()),
  commit: z.optional(z.string()),
});
export type WebConfig = z.infer<typeof WebConfig>;

export const WebOutputs = z.object({
  Region: z.string(),
  UserPoolId: z.string(),
  UserPoolClientId: z.string(),
  UserPoolEndpoint: z.optional(z.string()),
  HostedUiUrl: z.optional(z.string()),
  ApiUrl: z.string(),
  RealtimeUrl: z.string(),
  ContentOrigin: z.string(),
  Commit: z.optional(z.string()),
});
export type WebOutputs = z.infer<typeof WebOutputs>;

export function toWebConfig(outputs: WebOutputs): WebConfig {
  const { UserPoolEndpoint, HostedUiUrl, Commit } = outputs;
  return {
    region: outputs.Region,
    userPoolId: outputs.UserPoolId,
    userPoolClientId: outputs.UserPoolClientId,
    ...(UserPoolEndpoint === undefined ? {} : { userPoolEndpoint: UserPoolEndpoint }),
    ...(HostedUiUrl === undefined ? {} : { hostedUiUrl: HostedUiUrl }),
    apiUrl: outputs.ApiUrl,
    realtimeUrl: outputs.RealtimeUrl,
    contentUrl: outputs.ContentOrigin,
    ...(Commit === undefined ? {} : { commit: Commit }),
  };
}

const originOf = (url: string) => /^[a-z]+:\/\/[^/]+/.exec(url)?.[0] ?? url;

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
