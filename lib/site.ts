import { CfnApp, CfnBranch, CfnDomain } from "aws-cdk-lib/aws-amplify";
import { Construct } from "constructs";
import { appShellFile, pageFiles, screenPattern } from "../domain/http/site-files.ts";
import type { StageConfig } from "./config.ts";

export type SiteProps = { stage: string; config: StageConfig };

/** Which document each screen begins with; the first rule that fits holds. */
const screenRules = [
  ...Object.entries(pageFiles).map(([source, file]) => ({ source, target: `/${file}`, status: "200" })),
  { source: `</${screenPattern}/>`, target: `/${appShellFile}`, status: "200" },
];

/**
 * Where the web app is hosted: Amplify Hosting, to which builds are uploaded. No repository is connected. It is made
 * before all that has to know its address, so the headers of its pages, which name the addresses of the others, come with
 * each upload. Why: docs/decisions/0085-deploy-in-one-pass.md
 */
export class Site extends Construct {
  readonly app: CfnApp;
  readonly branch: CfnBranch;
  /** Missing where the stage has no domain of its own for the app. */
  readonly customDomain: CfnDomain | undefined;
  /** Address of the web app: its own domain's, if it has one. */
  readonly url: string;
  /** All of its addresses, that one first. An own domain is served only once it leads here, Amplify's at once. */
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
    this.url = this.customDomain ? `https://${this.customDomain.domainName}` : amplifyUrl;
    this.origins = this.customDomain ? [this.url, amplifyUrl] : [amplifyUrl];
  }

  #ownDomain(domainName: string): CfnDomain {
    return new CfnDomain(this, "Domain", {
      appId: this.app.attrAppId,
      domainName,
      subDomainSettings: [{ branchName: this.branch.attrBranchName, prefix: "" }],
    });
  }
}
