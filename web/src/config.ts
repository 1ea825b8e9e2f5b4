import { WebConfig } from "../../domain/http/web-config.ts";

/** Reads the settings of the stage that serves this page. Rejects if they are missing or malformed. */
export async function loadConfig(): Promise<WebConfig> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`The settings could not be loaded (${response.status})`);
  return WebConfig.parse(await response.json());
}
