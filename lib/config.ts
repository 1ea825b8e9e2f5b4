import * as z from "zod/mini";

/** The periods up to two years that CloudWatch Logs accepts. Source: the reference of PutRetentionPolicy. */
const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

const domainLabel = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const Domain = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(?=.{4,253}$)(${domainLabel}\\.)+[a-z]{2,63}$`),
      "is not a domain: write it in lower case, without https:// and without a path, as in app.your-domain.com.",
    ),
  );
const Email = z.email("is not an email address: write one as in hello@your-domain.com.");
const certificateArn = (place: string) =>
  z
    .string(`is missing: a custom domain needs a certificate. Request one from ACM in ${place}, and put its ARN here.`)
    .check(
      z.regex(
        /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
        "is not the ARN of a certificate: copy it from ACM, as in arn:aws:acm:REGION:ACCOUNT:certificate/ID.",
      ),
    );
const Origin = z
  .string()
  .check(
    z.regex(
      /^(https:\/\/[a-z0-9.-]+(:\d+)?|http:\/\/localhost:\d+)$/,
      "is not an origin: write https://DOMAIN without a path, or http://localhost:PORT.",
    ),
  );
const PositiveInteger = z.int("has to be a whole number.").check(z.minimum(1, "has to be at least 1."));
const KeyName = z
  .string()
  // At most 30 characters, because CloudFront's name of the key also contains the stack and the region.
  .check(z.regex(/^[a-z][a-z0-9-]{0,29}$/, "is not a key name: use up to 30 small letters, digits and hyphens."));

const inUse = z.optional(
  z
    .boolean("has to be true or false.")
    .check(
      z.describe(
        "True to use the domain. Until then, the domain is prepared, and learners use the address of AWS. Set it when the domain's DNS record is there.",
      ),
    ),
);

const Domains = z.strictObject({
  app: z.optional(
    z
      .strictObject({ name: Domain, inUse })
      .check(
        z.describe("The web app's domain. Amplify creates its certificate. Without it, Amplify's domain is used."),
      ),
  ),
  api: z.optional(
    z
      .strictObject({ name: Domain, certificateArn: certificateArn("the stage's region"), inUse })
      .check(z.describe("The API's domain, with a certificate in the stage's region.")),
  ),
  content: z.optional(
    z
      .strictObject({ name: Domain, certificateArn: certificateArn("us-east-1"), inUse })
      .check(
        z.describe(
          "The content's domain, with a certificate in us-east-1. Without it, CloudFront's domain is used, which allows connections older than TLS 1.2.",
        ),
      ),
  ),
  signIn: z.optional(
    z
      .strictObject({
        name: Domain,
        certificateArn: certificateArn("us-east-1"),
        inUse,
        isAllowedAtGoogle: z.optional(
          z
            .boolean("has to be true or false.")
            .check(
              z.describe(
                "True once https://NAME/oauth2/idpresponse is a redirect URI of the OAuth client in Google's console, besides the present one. Google has no API to check it.",
              ),
            ),
        ),
      })
      .check(
        z.describe(
          "The domain of the pages for log-in through Google, with a certificate in us-east-1. Cognito requires an A record for its parent domain.",
        ),
      ),
  ),
});

const Mail = z.strictObject({
  sender: Email.check(z.describe("The sender of emails. SES has to verify it.")),
  domain: z.optional(
    Domain.check(
      z.describe(
        "The sender's domain, to verify it by DNS records instead of the address by a link. Emails are then signed, and bounces are reported.",
      ),
    ),
  ),
  support: Email.check(z.describe("The address for learners' messages.")),
  sendsCodes: z
    ._default(z.boolean("has to be true or false."), false)
    .check(
      z.describe(
        "Sends learners' codes from the sender too. First SES has to verify the sender and move the account out of its sandbox. Otherwise Cognito sends codes from its own address, at most 50 a day.",
      ),
    ),
});

/** The settings of one deployment, stored as a file in stages/. */
export const StageConfig = z.strictObject({
  $schema: z.optional(z.string()),
  region: z
    .string()
    .check(
      z.regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "is not an AWS region: write one as in ap-southeast-2."),
      z.describe("The AWS region of the stage."),
    ),
  payments: z
    .enum(["test", "live"], 'has to be "test" or "live".')
    .check(z.describe("Stripe's mode, which the stage's key has to match: live takes real money.")),
  domains: z._default(Domains, {}).check(z.describe("Custom domains. A service without one uses a domain of AWS.")),
  extraOrigins: z
    ._default(z.array(Origin), [])
    .check(
      z.describe(
        "Origins that may call the API and read the content besides the stage's own site, such as a localhost.",
      ),
    ),
  strictSubdomains: z
    ._default(z.boolean("has to be true or false."), false)
    .check(
      z.describe(
        "Forbids plain HTTP not only to the custom domains of the app and the content, but to all of their subdomains. Browsers remember it for two years. Turn it on only if every subdomain has HTTPS, also those of other services.",
      ),
    ),
  signingKeys: z
    .strictObject({ trusted: z.array(KeyName).check(z.minLength(1, "has to name a key.")), current: KeyName })
    .check(
      z.describe(
        "Names of the key pairs that sign access to the content. To rotate without refusing a learner, deploy three times: add a name to trusted; make it current; an hour later, when the last grant has expired, remove the old name.",
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
              "is not a client id of Google: copy it from Google's console. It ends with .apps.googleusercontent.com.",
            ),
          ),
      })
      .check(
        z.describe(
          "Log-in through Google, with the id of an OAuth client that the operator creates there. Without it, learners log in by email only.",
        ),
      ),
  ),
  mail: Mail,
  alarmEmail: z.optional(
    Email.check(
      z.describe("The email address for alarms. Without it, alarms show only in CloudWatch. A live stage needs it."),
    ),
  ),
  monthlyBudgetUsd: z.optional(
    PositiveInteger.check(
      z.describe(
        "The monthly budget in US dollars. The alarm address is notified above 80 percent of it, and when the forecast exceeds it. A live stage needs it.",
      ),
    ),
  ),
  firewall: z.optional(
    z
      .boolean("has to be true or false.")
      .check(
        z.describe(
          "Puts AWS WAF in front of the user pool, to block addresses that send too many requests. It costs about 8 US dollars a month, and 0.60 per million requests. By default, stages for 5,000 learners or more have it.",
        ),
      ),
  ),
  logRetentionDays: z
    .literal([...retentionDays], `has to be one of ${retentionDays.join(", ")}.`)
    .check(z.describe("The number of days that logs are kept.")),
  deletionProtection: z
    .boolean("has to be true or false.")
    .check(z.describe("Protects the stack, the tables and the user pool from deletion until it is turned off.")),
  learners: PositiveInteger.check(
    z.describe(
      "The number of learners that the limits of the APIs allow for. The limits bound the costs. From 5,000 on, each route has its own alarm.",
    ),
  ),
});
export type StageConfig = z.infer<typeof StageConfig>;

const largeStageLearners = 5000;

/**
 * A large stage gets parts that would dominate a small stage's bill.
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
    return `domains.${name}.certificateArn is for a certificate in ${found}: this domain needs one in ${places[name]}.`;
  });
}

export function findContradictions(config: StageConfig): string[] {
  const { domains, google, mail, signingKeys, alarmEmail, monthlyBudgetUsd } = config;
  const problems = findCertificateProblems(config);
  if (domains.signIn && !google) {
    problems.push("domains.signIn is only for log-in through Google: add google, or remove the domain.");
  }
  if (domains.signIn && !domains.signIn.isAllowedAtGoogle) {
    problems.push(
      `domains.signIn needs a redirect URI at Google: add https://${domains.signIn.name}/oauth2/idpresponse to the client, keep the present one, then set domains.signIn.isAllowedAtGoogle to true.`,
    );
  }
  if (mail.domain && !mail.sender.endsWith(`@${mail.domain}`)) {
    problems.push(`mail.sender is not an address of mail.domain: change it to one that ends with @${mail.domain}.`);
  }
  if (!signingKeys.trusted.includes(signingKeys.current)) {
    problems.push(`signingKeys.current is not among signingKeys.trusted: add "${signingKeys.current}" there first.`);
  }
  if (monthlyBudgetUsd !== undefined && !alarmEmail) {
    problems.push("monthlyBudgetUsd needs an address to notify: add alarmEmail, or remove the budget.");
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
