import { Aws, CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Api } from "./api.ts";
import type { StageConfig, StageName } from "./config.ts";
import { Content } from "./content.ts";
import { Data } from "./data.ts";
import { Identity } from "./identity.ts";
import { Monitoring } from "./monitoring.ts";
import { Site } from "./site.ts";

export type ParlanceStackProps = { stage: StageName; config: StageConfig };

/** The whole product in one stack. */
export class ParlanceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, config }: ParlanceStackProps) {
    super(scope, id, {
      description: "Parlance: practice for interpreter-credential exams",
      terminationProtection: config.deletionProtection,
    });
    const appOrigin = config.appOrigins[0];

    const monitoring = new Monitoring(this, "Monitoring", { config });
    const { tables } = new Data(this, "Data", { config });
    const identity = new Identity(this, "Identity", { config, monitoring, supplies: { appOrigin, tables } });
    const content = new Content(this, "Content", { config, monitoring });
    const api = new Api(this, "Api", {
      config,
      monitoring,
      identity,
      supplies: { appOrigin, tables, userPool: identity.userPool, contentSigning: content.signing },
    });
    const site = new Site(this, "Site", {
      stage,
      connectOrigins: [api.url, `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}`],
      contentOrigin: content.origin,
    });
    monitoring.watchTables(tables);
    monitoring.watchApi(api.api);

    this.#output({
      ApiUrl: api.url,
      UserPoolId: identity.userPool.userPoolId,
      UserPoolClientId: identity.client.userPoolClientId,
      Region: Aws.REGION,
      ContentOrigin: content.origin,
      ContentBucket: content.bucket.bucketName,
      SiteAppId: site.app.attrAppId,
      SiteUrl: site.url,
    });
  }

  /** Says what the web app and the operator's tools have to be told. */
  #output(values: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(values)) new CfnOutput(this, name, { value });
  }
}
