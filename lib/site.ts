import { CfnApp, CfnBranch, CfnDomain } from "aws-cdk-lib/aws-amplify";
import { Construct } from "constructs";
import { paths } from "../domain/http/pages.ts";
import { appShellFile, guestFile, pageFiles, screenPattern } from "../domain/http/site-files.ts";
import type { StageConfig } from "./config.ts";

export type SiteProps = { stage: string; config: StageConfig };

/** Amplify applies the first matching rule. */
const screenRules = [
  ...Object.entries(pageFiles).map(([source, file]) => ({ source, target: `/${file}`, status: "200" })),
  { source: paths.shared, target: `/${guestFile}`, status: "200" },
  { source: `</${screenPattern}/>`, target: `/${appShellFile}`, status: "200" },
];

/**
 * The Amplify app has no repository: builds are uploaded. The stack creates the app early, because other parts need its
 * URL. Its headers contain URLs of other parts, so the upload of a build sets the headers.
 * Why: docs/decisions/0085-deploy-in-one-pass.md
 */
export class Site extends Construct {
  readonly app: CfnApp;
  readonly branch: CfnBranch;
  readonly customDomain: CfnDomain | undefined;
  readonly url: string;
  readonly origins: readonly [string, ...string[]];

  constructor(scope: Construct, id: string, { stage, config }: SiteProps) {
    super(scope, id);
    this.app = new CfnApp(this, "App", { name: `parlance-${stage}`, platform: "WEB", customRules: screenRules });
    this.branch = new CfnBranch(this, "Branch", {
      appId: this.app.attrAppId,
      branchName: "main",
      stage: config.payments === "live" ? "PRODUCTION" : "DEVELOPMENT",
      enableAutoBuild: false,
    });
    const amplifyUrl = `https://${this.branch.branchName}.${this.app.attrDefaultDomain}`;
    this.customDomain = config.domains.app && this.#ownDomain(config.domains.app.name);
    const ownUrl = this.customDomain && `https://${this.customDomain.domainName}`;
    const [url, other] = config.domains.app?.inUse ? [ownUrl ?? amplifyUrl, amplifyUrl] : [amplifyUrl, ownUrl];
    this.url = url;
    this.origins = other === undefined ? [url] : [url, other];
  }

  #ownDomain(domainName: string): CfnDomain {
    return new CfnDomain(this, "Domain", {
      appId: this.app.attrAppId,
      domainName,
      subDomainSettings: [{ branchName: this.branch.attrBranchName, prefix: "" }],
    });
  }
}
