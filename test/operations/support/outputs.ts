import { toWebConfig, type WebOutputs } from "../../../domain/http/web-config.ts";

export const webOutputs = {
  Region: "ap-southeast-2",
  UserPoolId: "ap-southeast-2_Pool1",
  UserPoolClientId: "client1",
  HostedUiUrl: "https://parlance-test.auth.ap-southeast-2.amazoncognito.com",
  ApiUrl: "https://api1.execute-api.ap-southeast-2.amazonaws.com",
  RealtimeUrl: "wss://ws1.execute-api.ap-southeast-2.amazonaws.com/live",
  ContentOrigin: "https://d1.cloudfront.net",
} satisfies WebOutputs;

export const sharedAudioOrigin = "https://shared-audio.s3.ap-southeast-2.amazonaws.com";

export const webConfig = toWebConfig(webOutputs);
