import { CfnApp, CfnBranch } from "aws-cdk-lib/aws-amplify";
import { Construct } from "constructs";
import { securityHeaders } from "../domain/security-headers.ts";
import { frameFile, hashedFiles, pageFiles, screenPattern } from "../domain/site-files.ts";
import type { StageName } from "./config.ts";

export type SiteProps = {
  stage: StageName;
  /** Origins that the web app calls or connects to. */
  connectOrigins: readonly string[];
  /** Origin whose audio the web app plays. */
  contentOrigin: string;
};

/** Which document each screen begins with; the first rule that fits holds. */
const screenRules = [
  ...Object.entries(pageFiles).map(([source, file]) => ({ source, target: `/${file}`, status: "200" })),
  { source: `</${screenPattern}/>`, target: `/${frameFile}`, status: "200" },
];

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
        [`${hashedFiles.path}*`]: { "Cache-Control": hashedFiles.cacheControl },
      }),
      customRules: screenRules,
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
