import { contentKeySecret } from "./content-keys.ts";
import { tableEnvironment } from "./dynamodb.ts";

export const region = "ap-southeast-2";
export const userPoolId = `${region}_Parlance1`;
export const clientId = "parlancelocalwebclient0001";
export const bucket = "language-audio";
export const exportBucket = "account-exports";
export const sharedAudioBucket = "shared-audio";
export const mailConfigurationSet = "parlance-mail";
export const mailSender = "no-reply@parlance.example";
export const supportEmail = "support@parlance.example";
export const keyPairId = "KLOCALPARLANCE";
export const busName = "parlance-local";
export const stripeSecret = "parlance-local-stripe";
export const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };
export const resourceLocation = { region, account: "000000000000", api: { id: "realtime", stage: "live" } } as const;

type Service = "DYNAMODB" | "S3" | "SECRETS_MANAGER" | "SESV2" | "EVENTBRIDGE" | "COGNITO_IDENTITY_PROVIDER";

export function setSdkEndpoints(endpoints: Partial<Readonly<Record<Service, string>>>): void {
  Object.assign(process.env, {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...Object.fromEntries(Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url])),
  });
}

export type HandlerUrls = {
  content: string;
  web: string;
  issuer: string;
  connections: string;
  stripe: string | undefined;
};

/** Sets environment variables for `lambdas/services.ts`. */
export function setHandlerSettings(urls: HandlerUrls): void {
  Object.assign(process.env, {
    ...tableEnvironment(),
    USER_POOL_ID: userPoolId,
    USER_POOL_ISSUER: urls.issuer,
    USER_POOL_CLIENT_ID: clientId,
    CONTENT_ORIGIN: urls.content,
    CONTENT_KEY_PAIR_ID: keyPairId,
    CONTENT_KEY_SECRET: contentKeySecret,
    APP_ORIGINS: urls.web,
    EXPORT_BUCKET: exportBucket,
    SHARED_AUDIO_BUCKET: sharedAudioBucket,
    MAIL_SENDER: mailSender,
    MAIL_CONFIGURATION_SET: mailConfigurationSet,
    SUPPORT_EMAIL: supportEmail,
    EVENT_BUS: busName,
    CONNECTIONS_URL: urls.connections,
    STRIPE_SECRET: stripeSecret,
    ...(urls.stripe ? { STRIPE_API_URL: urls.stripe } : {}),
  });
}

export function setAppAddresses({ api, realtime }: { api: string; realtime: string }): void {
  Object.assign(process.env, { API_URL: api, REALTIME_URL: realtime });
}

/** Leaves room for the next five ports, which the local cloud may also use. */
export function parsePort(text: string): number | null {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_000 ? port : null;
}
