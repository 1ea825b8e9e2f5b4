import { Aws, Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  OAuthScope,
  StringAttribute,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolClientProps,
  UserPoolEmail,
  type UserPoolProps,
} from "aws-cdk-lib/aws-cognito";
import { Policy } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { ownershipAttribute } from "../domain/accounts/password.ts";
import { signInReturnUrls, signOutReturnUrls } from "../domain/accounts/redirect.ts";
import type { StageConfig } from "./config.ts";
import { triggerPermissions } from "./event-handler-permissions.ts";
import { GoogleSignIn } from "./google-sign-in.ts";
import { grantPermissions, type HandlerResources, type SupportMail, userPoolStatement } from "./grant-permissions.ts";
import { HandlerFunction } from "./handler-function.ts";
import { type HandlerPermissions, handlerMetrics } from "./handler-permissions.ts";
import type { Monitoring } from "./monitoring.ts";

type TriggerName = keyof typeof triggerPermissions;

/** Cognito adds the prefix "custom:" to the names of custom attributes. */
const ownershipName = ownershipAttribute.replace(/^custom:/, "");

export type IdentityProps = {
  config: StageConfig;
  monitoring: Monitoring;
  mail: SupportMail;
  resources: HandlerResources;
};

export class Identity extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;
  readonly google: GoogleSignIn | undefined;

  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id);
    const { config, mail } = props;
    const preSignUp = this.#trigger("pre-sign-up", props);
    const customMessage = this.#trigger("custom-message", props);
    const postConfirmation = this.#trigger("post-confirmation", props);
    this.userPool = this.#pool(config, {
      email: config.mail.sendsCodes ? createUserPoolEmail(mail, config.mail.domain) : UserPoolEmail.withCognito(),
      lambdaTriggers: {
        preSignUp: preSignUp.function,
        preAuthentication: preSignUp.function,
        customMessage: customMessage.function,
        postConfirmation: postConfirmation.function,
      },
    });
    acknowledgeProductRules(this.userPool);
    this.#grantUserPool("pre-sign-up", preSignUp);
    this.#grantUserPool("post-confirmation", postConfirmation);
    this.google = config.google && this.#googleSignIn(config.google.clientId, config.domains.signIn);
    this.client = this.#webClient(props.resources.appOrigins);
  }

  #pool(config: StageConfig, settings: Pick<UserPoolProps, "email" | "lambdaTriggers">): UserPool {
    return new UserPool(this, "UserPool", {
      // Needed for the rotation of refresh tokens. Why: docs/decisions/0135-keep-token-rotation.md
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // Mutable, because Google's values overwrite these attributes at each log-in through Google.
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { required: false, mutable: true },
      },
      // The web app cannot read or write this attribute.
      customAttributes: { [ownershipName]: new StringAttribute({ mutable: true }) },
      keepOriginal: { email: true },
      passwordPolicy: {
        minLength: 6,
        requireDigits: false,
        requireLowercase: false,
        requireSymbols: false,
        requireUppercase: false,
      },
      mfa: Mfa.OFF,
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: config.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...settings,
    });
  }

  #trigger(name: TriggerName, { config, monitoring, resources }: IdentityProps): HandlerFunction {
    // `#grantUserPool` grants the permissions on the pool after the pool is created.
    const { userPool: _, ...permissions }: HandlerPermissions = triggerPermissions[name];
    return new HandlerFunction(this, name, {
      handler: `identity/${name}`,
      area: permissions.area,
      impact: permissions.impact,
      counts: handlerMetrics(permissions),
      ...grantPermissions(permissions, resources),
      // Cognito waits five seconds for a trigger.
      timeout: Duration.seconds(5),
      ...(name === "pre-sign-up" ? { refusals: "SignUpRefusals" } : {}),
      config,
      monitoring,
    });
  }

  /**
   * The role's own policy cannot name the pool, because the pool is created after its triggers, and a trigger after its
   * role.
   */
  #grantUserPool(name: TriggerName, { role }: HandlerFunction): void {
    const { userPool: actions = [] }: HandlerPermissions = triggerPermissions[name];
    const statements = [userPoolStatement(actions, this.userPool)];
    new Policy(this, `${name}-user-pool`, { roles: [role], statements });
  }

  #googleSignIn(clientId: string, ownDomain: StageConfig["domains"]["signIn"]): GoogleSignIn {
    return new GoogleSignIn(this, "Google", { userPool: this.userPool, clientId, customDomain: ownDomain });
  }

  #webClient(appOrigins: readonly string[]): UserPoolClient {
    const attributes = new ClientAttributes().withStandardAttributes({ email: true, fullname: true });
    const client = new UserPoolClient(this, "Web", {
      userPool: this.userPool,
      generateSecret: false,
      ...(this.google ? emailAndGoogleSignIn(appOrigins) : emailOnlySignIn),
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      // The old token remains usable for this time, because two tabs may refresh at the same time, or a response may be
      // lost.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      readAttributes: attributes.withStandardAttributes({ emailVerified: true }),
      writeAttributes: attributes,
    });
    if (this.google) client.node.addDependency(this.google.provider);
    return client;
  }
}

type SignInProps = Pick<UserPoolClientProps, "disableOAuth" | "oAuth" | "supportedIdentityProviders">;

const emailOnlySignIn: SignInProps = {
  disableOAuth: true,
  supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
};

/** The pool's domain redirects only to the listed URLs, which must match exactly. */
const emailAndGoogleSignIn = (appOrigins: readonly string[]): SignInProps => ({
  supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO, UserPoolClientIdentityProvider.GOOGLE],
  oAuth: {
    flows: { authorizationCodeGrant: true },
    scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE, OAuthScope.COGNITO_ADMIN],
    callbackUrls: signInReturnUrls(appOrigins),
    logoutUrls: signOutReturnUrls(appOrigins),
  },
});

function createUserPoolEmail({ sender, configurationSet }: SupportMail, domain: string | undefined): UserPoolEmail {
  return UserPoolEmail.withSES({
    fromEmail: sender,
    fromName: "Parlance",
    sesRegion: Aws.REGION,
    configurationSetName: configurationSet,
    ...(domain === undefined ? {} : { sesVerifiedDomain: domain }),
  });
}

function acknowledgeProductRules(userPool: UserPool): void {
  Validations.of(userPool).acknowledge(
    {
      id: "AwsSolutions-COG1",
      reason: "The product promises learners that any password of six characters is valid.",
    },
    {
      id: "AwsSolutions-COG2",
      reason: "The product has no second factor: an account holds practice attempts and no payment data.",
    },
    {
      id: "AwsSolutions-COG8",
      reason: "The Plus plan is paid for per active learner. Cognito's own throttling guards log-in on every plan.",
    },
  );
}
