import { Aws, CfnOutput, type CfnOutputProps, Fn, Stack } from "aws-cdk-lib";
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Construct } from "constructs";
import { routes } from "../domain/api.ts";
import { AccountSweep } from "./account-sweep.ts";
import { Api } from "./api.ts";
import { addBudget } from "./budget.ts";
import { Canary } from "./canary.ts";
import { isLarge, type StageConfig } from "./config.ts";
import { Content } from "./content.ts";
import { ContentWatch } from "./content-watch.ts";
import { Dashboard } from "./dashboard.ts";
import { Data } from "./data.ts";
import { Events } from "./events.ts";
import { Expiry } from "./expiry.ts";
import { Exports } from "./exports.ts";
import { Firewall } from "./firewall.ts";
import { Identity } from "./identity.ts";
import { Mail } from "./mail.ts";
import { Monitoring } from "./monitoring.ts";
import { Payments } from "./payments.ts";
import { Realtime } from "./realtime.ts";
import { findRollbackAlarms } from "./rollback-alarms.ts";
import { ServiceAlarms } from "./service-alarms.ts";
import { SharedAudio } from "./shared-audio.ts";
import { Sharing } from "./sharing.ts";
import { Site } from "./site.ts";

export type ParlanceStackProps = {
  stage: string;
  config: StageConfig;
  /** The deployed commit, with "+changes" if there were uncommitted changes; "unknown" by default. */
  commit?: string;
};

/** The URL of the site is first. */
const appOriginsOf = (site: Site, { extraOrigins }: StageConfig) => [...site.origins, ...extraOrigins] as const;

export class ParlanceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, config, commit = "unknown" }: ParlanceStackProps) {
    super(scope, id, {
      description: "Parlance: practice for interpreter-credential exams",
      terminationProtection: config.deletionProtection,
    });
    const monitoring = new Monitoring(this, "Monitoring", { config });
    const shared = { config, monitoring };
    const { tables } = new Data(this, "Data", { config });
    const site = new Site(this, "Site", { stage, config });
    // The bus is created before the functions that publish to it, which include the user pool's triggers.
    const bus = new EventBus(this, "Bus", { description: "What happened in Parlance" });
    const firstResources = { appOrigins: appOriginsOf(site, config), tables, eventBus: bus };
    const mail = new Mail(this, "Mail", shared);
    const identity = new Identity(this, "Identity", { ...shared, mail: mail.support, resources: firstResources });
    const hasFirewall = config.firewall ?? isLarge(config);
    const firewall =
      hasFirewall && new Firewall(this, "Firewall", { userPool: identity.userPool, learners: config.learners });
    const content = new Content(this, "Content", { ...shared, appOrigins: firstResources.appOrigins });
    // WAF may find the rules only some minutes after their creation. Meanwhile the stack creates the distribution.
    if (firewall) firewall.association.node.addDependency(content);
    const { bucket: exportBucket } = new Exports(this, "Exports");
    const sharedAudio = new SharedAudio(this, "SharedAudio", { appOrigins: firstResources.appOrigins });
    const payments = new Payments(this, "Payments");
    const realtime = new Realtime(this, "Realtime", { ...shared, resources: { ...firstResources, signIn: identity } });
    const resources = {
      ...firstResources,
      signIn: identity,
      contentSigning: content.signing,
      contentDistributionId: content.distributionId,
      stripeSecret: payments.secret,
      connectionGateway: realtime.gateway,
      exportBucket,
      sharedAudioBucket: sharedAudio.bucket,
      supportMail: mail.support,
    };
    new Events(this, "Events", { ...shared, bus, resources });
    new Expiry(this, "Expiry", { ...shared, resources });
    new AccountSweep(this, "AccountSweep", { ...shared, resources });
    new Sharing(this, "Sharing", { ...shared, bucket: sharedAudio.bucket, resources });
    new ContentWatch(this, "ContentWatch", { ...shared, resources });
    const api = new Api(this, "Api", { ...shared, identity, resources });
    const appAddresses = { apiUrl: api.url, realtimeUrl: realtime.url };
    new Canary(this, "Canary", { ...shared, resources: { ...resources, appAddresses } });
    const watched = {
      config,
      monitoring,
      api: api.api,
      realtimeApi: realtime.api,
      userPool: identity.userPool,
      client: identity.client,
      siteAppId: site.app.attrAppId,
    };
    const { testAlarm } = new ServiceAlarms(this, "Services", watched);
    // The dashboard is created after all alarms and handlers, because it shows only existing ones.
    new Dashboard(this, "Dashboard", { ...watched, tables, distributionId: content.distributionId });
    addBudget(this, config);

    // Watching these alarms delays the end of a deploy, so only stages with real payments watch them.
    if (config.payments === "live") this.#outputRollbackAlarms();
    this.#outputGoogle(identity);
    this.#outputDomains(site, api, content, identity);
    this.#outputOrigins([...api.origins, ...content.origins, ...(identity.google?.origins ?? [])]);
    this.#output({
      Commit: { value: commit, description: "The commit that was deployed." },
      ApiUrl: { value: api.url },
      RealtimeUrl: { value: realtime.url },
      UserPoolId: { value: identity.userPool.userPoolId },
      UserPoolClientId: { value: identity.client.userPoolClientId },
      Region: { value: Aws.REGION },
      AlarmTopic: { value: monitoring.topicArn },
      TestAlarm: { value: testAlarm.alarmName, description: "npm run doctor -- --test-alarm raises it." },
      ContentOrigin: { value: content.origin },
      SharedAudioOrigin: { value: sharedAudio.origin },
      SharedAudioBucket: { value: sharedAudio.bucket.bucketName },
      ProfilesTable: { value: tables.profiles.tableName },
      SharesTable: { value: tables.shares.tableName },
      ShareLinksTable: { value: tables.share_links.tableName },
      InboxesTable: { value: tables.inboxes.tableName },
      ContentBucket: { value: content.bucket.bucketName },
      ContentDistribution: { value: content.distributionId },
      SiteAppId: { value: site.app.attrAppId },
      SiteBranch: { value: site.branch.branchName },
      SiteUrl: { value: site.url },
      StripeSecret: {
        value: payments.secret.secretArn,
        description:
          'Empty at first. Nobody can pay until this secret holds {"apiKey": "sk_...", "webhookSecret": "whsec_..."}.',
      },
      StripeWebhookUrl: {
        // API Gateway's URL remains valid when the stage gets a custom domain.
        value: `${api.api.apiEndpoint}${routes["stripe-webhook"].path}`,
        description:
          "Where Stripe sends its events: the --webhook-url of npm run stripe:setup, which prints webhookSecret.",
      },
    });
  }

  #outputRollbackAlarms(): void {
    const arns = findRollbackAlarms(this).map(({ alarmArn }) => alarmArn);
    const description = "The alarms that can roll back the next deploy.";
    this.#output({ RollbackAlarms: { value: Fn.join(",", arns), description } });
  }

  #outputGoogle({ google }: Identity): void {
    if (!google) return;
    this.#output({
      HostedUiUrl: { value: google.url },
      GoogleRedirectUrl: {
        value: google.redirectUrl,
        description: "The authorised redirect URI of the OAuth client at Google.",
      },
    });
  }

  #outputDomains(site: Site, api: Api, content: Content, identity: Identity): void {
    const values = {
      SiteDomainRecord: site.customDomain?.attrCertificateRecord,
      ApiDomainTarget: api.customDomain?.regionalDomainName,
      ContentDomainTarget: content.customDomainTarget,
      SignInDomainTarget: identity.google?.customDomainTarget,
    };
    for (const [name, value] of Object.entries(values)) if (value !== undefined) this.#output({ [name]: { value } });
  }

  #outputOrigins(origins: readonly string[]): void {
    const description =
      "All addresses of the API, the content and Google log-in, for tabs that stay open while a domain changes.";
    this.#output({ ConnectOrigins: { value: Fn.join(",", [...origins]), description } });
  }

  #output(outputs: Readonly<Record<string, CfnOutputProps>>): void {
    for (const [name, output] of Object.entries(outputs)) new CfnOutput(this, name, output);
  }
}
