import { securityHeaders } from "../../../domain/http/security-headers.ts";
import { hashedFiles } from "../../../domain/http/site-files.ts";
import { connectOriginsOf, type WebConfig } from "../../../domain/http/web-config.ts";

/** Headers per pattern of paths, as the YAML that Amplify reads. A JSON string is a YAML string too. */
function toYaml(patterns: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const lines = Object.entries(patterns).flatMap(([pattern, headers]) => [
    `  - pattern: ${JSON.stringify(pattern)}`,
    "    headers:",
    ...Object.entries(headers).flatMap(([key, value]) => [
      `      - key: ${JSON.stringify(key)}`,
      `        value: ${JSON.stringify(value)}`,
    ]),
  ]);
  return ["customHeaders:", ...lines].join("\n");
}

/** The headers with which Amplify Hosting serves the web app that has these settings, as it wants to be told of them. */
export function siteHeaders(config: WebConfig): string {
  const headers = securityHeaders({
    connectOrigins: connectOriginsOf(config),
    mediaOrigins: [config.contentUrl],
    development: false,
  });
  return toYaml({ "**": headers, [`${hashedFiles.path}*`]: { "Cache-Control": hashedFiles.cacheControl } });
}
