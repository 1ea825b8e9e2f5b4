import { CfnApp, CfnBranch } from "aws-cdk-lib/aws-amplify";
import { Construct } from "constructs";
import { securityHeaders } from "../domain/security-headers.ts";
import type { StageName } from "./config.ts";

export type SiteProps = {
  stage: StageName;
  /** Origins that the web app calls or connects to. */
  connectOrigins: readonly string[];
  /** Origin whose audio the web app plays. */
  contentOrigin: string;
};

/** Paths without an extension, or with one that no file of the web app has, are screens: index.html shows them. */
const screens =
  "</^[^.]+$|\\.(?!(css|gif|html|ico|jpg|js|json|map|mjs|png|svg|txt|wasm|wav|webmanifest|webp|woff|woff2|xml)$)([^.]+$)/>";

/** Where the web app is hosted: Amplify Hosting, to which builds are uploaded. No repository is connected. */
export class Site extends Construct {
  readonly app: CfnApp;
  /** Address of the web app until it has a domain of its own. */
  readonly url: string;

  constructor(scope: Construct, id: string, { stage, connectOrigins, contentOrigin }: SiteProps) {
    super(scope, id);
    const headers = securityHeaders({
      connectOrigins: [...connectOrigins, contentOrigin],
      mediaOrigins: [contentOrigin],
      development: false,
    });
    this.app = new CfnApp(this, "App", {
      name: `parlance-${stage}`,
      platform: "WEB",
      customHeaders: customHeaders({
        "**": headers,
        // Vite puts a hash of its content into the name of every file here.
        "/assets/*": { "Cache-Control": "public, max-age=31536000, immutable" },
      }),
      customRules: [{ source: screens, target: "/index.html", status: "200" }],
    });
    const branch = new CfnBranch(this, "Branch", {
      appId: this.app.attrAppId,
      branchName: "main",
      stage: stage === "prod" ? "PRODUCTION" : "DEVELOPMENT",
      enableAutoBuild: false,
    });
    this.url = `https://${branch.branchName}.${this.app.attrDefaultDomain}`;
  }
}

/** Headers per pattern of paths, as the YAML that Amplify reads. A JSON string is a YAML string too. */
function customHeaders(patterns: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
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
