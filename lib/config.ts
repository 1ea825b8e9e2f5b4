import { RetentionDays } from "aws-cdk-lib/aws-logs";

/** What differs between one deployment and another. */
export type StageConfig = {
  /**
   * Origins of the web app, which may call the API and read the content; e-mails link to the first. The first deploy of
   * a stage prints the address that Amplify gives to its web app as `SiteUrl`.
   */
  appOrigins: readonly [string, ...string[]];
  /**
   * Own domain for the content, with its certificate in us-east-1. Without one CloudFront's own domain serves it, whose
   * certificate admits connections older than TLS 1.2.
   */
  contentDomain?: { name: string; certificateArn: string };
  /**
   * Pairs of keys that sign access to the content, by name. To rotate without refusing a learner, in three deploys:
   * add a name to `trusted`; make it `current`; an hour later, when the last grant is over, remove the old name.
   */
  signingKeys: { trusted: readonly string[]; current: string };
  /** Sign-in through Google, by the id of the OAuth client that an operator makes there. Without it there is only e-mail. */
  google?: { clientId: string };
  /** Whom alarms are mailed to. Without an address they only show in CloudWatch. */
  alarmEmail?: string;
  /**
   * `sender` is whom e-mail comes from: an address that SES has to be shown to be yours, or an address in `domain`, of
   * which SES has to be shown so by records in its DNS. `support` is where
   * learners' messages go. With `sendsCodes` learners' codes come from `sender` too, which takes that it is confirmed
   * and that SES has let the account out of its sandbox; else Cognito sends them from an address of its own, 50 a day
   * at most.
   */
  mail: { sender: string; domain?: string; support: string; sendsCodes?: boolean };
  /** How long logs are kept. */
  logRetention: RetentionDays;
  /** Whether deleting the stack, a table or the user pool takes a deliberate step first. */
  deletionProtection: boolean;
  /** For how many learners the limits of its APIs are made. They keep costs within bounds, and grow with this number. */
  learners: number;
};

/** The deployments that there are. */
export const stages = {
  dev: {
    appOrigins: ["http://localhost:5173"],
    signingKeys: { trusted: ["first"], current: "first" },
    mail: { sender: "no-reply@parlance.example", support: "support@parlance.example" },
    logRetention: RetentionDays.TWO_WEEKS,
    deletionProtection: false,
    learners: 100,
  },
  prod: {
    // Reserved names: put the web app's own address and your own mailboxes here before the first deploy.
    appOrigins: ["https://app.parlance.example"],
    signingKeys: { trusted: ["first"], current: "first" },
    mail: { sender: "no-reply@parlance.example", support: "support@parlance.example" },
    logRetention: RetentionDays.THREE_MONTHS,
    deletionProtection: true,
    learners: 1_000_000,
  },
} as const satisfies Record<string, StageConfig>;

export type StageName = keyof typeof stages;

/** The stage that an operator named, e.g. with `cdk deploy -c stage=prod`. */
export function stageNamed(name: unknown): StageName {
  if (name === "dev" || name === "prod") return name;
  throw new Error(`There is no stage "${String(name)}". Choose one of: ${Object.keys(stages).join(", ")}`);
}
