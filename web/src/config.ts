import * as z from "zod/mini";

const Config = z.object({
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
export type Config = z.infer<typeof Config>;

/** Reads the settings of the stage that serves this page. Rejects if they are missing or malformed. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`The settings could not be loaded (${response.status})`);
  return Config.parse(await response.json());
}
