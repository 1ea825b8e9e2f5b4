import * as z from "zod/mini";

/** The retention periods of CloudWatch Logs in days, up to two years. Source: the reference of PutRetentionPolicy. */
const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

const domainLabel = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const Domain = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(?=.{4,253}$)(${domainLabel}\\.)+[a-z]{2,63}$`),
      "is no domain: write it in lower case without https:// and without a path, as in app.your-domain.com.",
    ),
  );
const Email = z.email("is no e-mail address: write one as in hello@your-domain.com.");
const certificateArn = (place: string) =>
  z
    .string(
      `is missing: AWS serves an own domain only with a certificate; ask ACM for one in ${place}, and put its ARN here.`,
    )
    .check(
      z.regex(
        /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
        "is no ARN of a certificate: ACM shows it, as arn:aws:acm:REGION:ACCOUNT:certificate/ID.",
      ),
    );
const Origin = z
  .string()
  .check(
    z.regex(
      /^(https:\/\/[a-z0-9.-]+(:\d+)?|http:\/\/localhost:\d+)$/,
      "is no origin: write https://DOMAIN without a path, or http://localhost:PORT.",
    ),
  );
const PositiveInteger = z.int("has to be a whole number.").check(z.minimum(1, "has to be at least 1."));
const KeyName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]*$/, "is no name of a key: write small letters, digits and hyphens."));

const Domains = z.strictObject({
  app: z.optional(
    z
      .strictObject({ name: Domain })
      .check(z.describe("Of the web app. Amplify makes its certificate. Without one Amplify's own domain serves it.")),
  ),
  api: z.optional(
    z
      .strictObject({ name: Domain, certificateArn: certificateArn("the stage's region") })
      .check(z.describe("Of the API, with a certificate in the stage's region.")),
  ),
  content: z.optional(
    z
      .strictObject({ name: Domain, certificateArn: certificateArn("us-east-1") })
      .check(
        z.describe(
          "Of the content, with a certificate in us-east-1. Without one CloudFront's own domain serves it, whose certificate admits connections older than TLS 1.2.",
        ),
      ),
  ),
  signIn: z.optional(
    z
      .strictObject({ name: Domain, certificateArn: certificateArn("us-east-1") })
      .check(
        z.describe(
          "Of the pages through which Google's sign-in goes, with a certificate in us-east-1; Cognito wants its parent domain to have an A record.",
        ),
      ),
  ),
});

const Mail = z.strictObject({
  sender: Email.check(z.describe("Whom e-mail comes from; AWS wants it confirmed.")),
  domain: z.optional(
    Domain.check(
      z.describe(
        "The sender's domain, if all of it is to be confirmed by DNS records in place of the address by a link: with it e-mail is signed and bounces are seen.",
      ),
    ),
  ),
  support: Email.check(z.describe("Where learners' messages go.")),
  sendsCodes: z
    ._default(z.boolean("has to be true or false."), false)
    .check(
      z.describe(
        "Whether learners' codes come from the sender too, which takes that it is confirmed and that SES has let the account out of its sandbox; else Cognito sends them from an address of its own, 50 a day at most.",
      ),
    ),
});

/** The settings of one deployment, stored as a file in stages/. */
export const StageConfig = z.strictObject({
  $schema: z.optional(z.string()),
  region: z
    .string()
    .check(
      z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "is no region of AWS: write one as in ap-southeast-2."),
      z.describe("Where in AWS the stage runs."),
    ),
  payments: z
    .enum(["test", "live"], 'has to be "test" or "live".')
    .check(z.describe("Whether money is real: which of Stripe's two modes the stage's key has to be of.")),
  domains: z
    ._default(Domains, {})
    .check(z.describe("Own domains. What has none is served from a domain that AWS gives it.")),
  extraOrigins: z
    ._default(z.array(Origin), [])
    .check(
      z.describe(
        "Origins that may call the API and read the content besides the stage's own site, such as a localhost.",
      ),
    ),
  signingKeys: z
    .strictObject({ trusted: z.array(KeyName).check(z.minLength(1, "has to name a key.")), current: KeyName })
    .check(
      z.describe(
        "Pairs of keys that sign access to the content, by name. To rotate without refusing a learner, in three deploys: add a name to trusted; make it current; an hour later, when the last grant is over, remove the old name.",
      ),
    ),
  google: z.optional(
    z
      .strictObject({
        clientId: z
          .string()
          .check(
            z.regex(
              /^[\w.-]+\.apps\.googleusercontent\.com$/,
              "is no client id of Google: its console shows one that ends with .apps.googleusercontent.com.",
            ),
          ),
      })
      .check(
        z.describe(
          "Sign-in through Google, by the id of the OAuth client that an operator makes there. Without it there is only e-mail.",
        ),
      ),
  ),
  mail: Mail,
  alarmEmail: z.optional(
    Email.check(z.describe("Whom alarms are mailed to. Without an address they only show in CloudWatch.")),
  ),
  monthlyBudgetUsd: z.optional(
    PositiveInteger.check(z.describe("What a month may cost before the alarm address is told, in US dollars.")),
  ),
  firewall: z.optional(
    z
      .boolean("has to be true or false.")
      .check(
        z.describe(
          "Whether AWS WAF stands before the user pool and refuses addresses that ask too often: about 6 US dollars a month, and 0.60 for a million requests. Unless told, a stage for 5,000 learners or more has it.",
        ),
      ),
  ),
  logRetentionDays: z
    .literal([...retentionDays], `has to be one of ${retentionDays.join(", ")}.`)
    .check(z.describe("How long logs are kept.")),
  deletionProtection: z
    .boolean("has to be true or false.")
    .check(z.describe("Whether deleting the stack, a table or the user pool takes a deliberate step first.")),
  learners: PositiveInteger.check(
    z.describe(
      "For how many learners the limits of its APIs are made. They keep costs within bounds, and grow with this number. From 5,000 on each route is watched for itself.",
    ),
  ),
});
export type StageConfig = z.infer<typeof StageConfig>;

/** From this size on, fixed monthly costs are below 0.003 US dollars a learner. */
const largeStageLearners = 5000;

/**
 * True if the stage gets parts that would be most of a small stage's bill: a firewall by default, and an alarm for each
 * route.
 * Why: docs/decisions/0088-firewall-of-large-stages.md
 */
export function isLarge({ learners }: Pick<StageConfig, "learners">): boolean {
  return learners >= largeStageLearners;
}

const arnRegion = (arn: string) => arn.split(":")[3];

function findCertificateProblems({ region, domains }: StageConfig): string[] {
  const places = { api: region, content: "us-east-1", signIn: "us-east-1" } as const;
  return (["api", "content", "signIn"] as const).flatMap((name) => {
    const found = domains[name] && arnRegion(domains[name].certificateArn);
    if (found === undefined || found === places[name]) return [];
    return `domains.${name}.certificateArn is of a certificate in ${found}: AWS wants one in ${places[name]} for this domain.`;
  });
}

/** Returns a sentence for each pair of settings that contradict each other, which the schema cannot express. */
export function findContradictions(config: StageConfig): string[] {
  const { domains, google, mail, signingKeys, alarmEmail, monthlyBudgetUsd } = config;
  const problems = findCertificateProblems(config);
  if (domains.signIn && !google) {
    problems.push("domains.signIn serves Google's sign-in alone: add google, or take the domain away.");
  }
  if (mail.domain && !mail.sender.endsWith(`@${mail.domain}`)) {
    problems.push(`mail.sender is no address of mail.domain: make it one that ends with @${mail.domain}.`);
  }
  if (!signingKeys.trusted.includes(signingKeys.current)) {
    problems.push(`signingKeys.current is not among signingKeys.trusted: add "${signingKeys.current}" there first.`);
  }
  if (monthlyBudgetUsd !== undefined && !alarmEmail) {
    problems.push("monthlyBudgetUsd is watched for nobody: add alarmEmail, or take the budget away.");
  }
  return problems;
}

const placeholderPattern = /(^|[@.])(example\.(com|net|org)|[a-z0-9-]+\.example|example)$/;

export function findPlaceholders({ domains, extraOrigins, mail, alarmEmail }: StageConfig): string[] {
  const named: [string, string | undefined][] = [
    ...Object.entries(domains).map(([name, domain]): [string, string] => [`domains.${name}.name`, domain?.name ?? ""]),
    ...extraOrigins.map((origin, at): [string, string] => [`extraOrigins.${at}`, new URL(origin).hostname]),
    ["mail.sender", mail.sender],
    ["mail.domain", mail.domain],
    ["mail.support", mail.support],
    ["alarmEmail", alarmEmail],
  ];
  return named.flatMap(([name, value]) => (value !== undefined && placeholderPattern.test(value) ? [name] : []));
}
