import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  UserPool,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { HandlerFunction } from "./handler-function.ts";
import type { Monitoring } from "./monitoring.ts";
import { triggerNeeds } from "./needs.ts";
import { type Supplies, supply } from "./supply.ts";

export type IdentityProps = { config: StageConfig; monitoring: Monitoring; supplies: Supplies };

/** Accounts and sign-in: the user pool, its triggers, and the web app as its client. */
export class Identity extends Construct {
  readonly userPool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, props: IdentityProps) {
    super(scope, id);
    this.userPool = new UserPool(this, "UserPool", {
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // Mutable, or else an outside provider could not hand over the address again at each sign-in.
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { required: false, mutable: true },
      },
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
      deletionProtection: props.config.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
      lambdaTriggers: {
        customMessage: this.#trigger("custom-message", props),
        postConfirmation: this.#trigger("post-confirmation", props),
      },
    });
    acknowledgeProductRules(this.userPool);
    this.client = this.#webClient();
  }

  #trigger(name: keyof typeof triggerNeeds, { config, monitoring, supplies }: IdentityProps) {
    const needs = triggerNeeds[name];
    return new HandlerFunction(this, name, {
      handler: `identity/${name}`,
      impact: needs.impact,
      ...supply(needs, supplies),
      // Cognito gives up on a trigger after five seconds.
      timeout: Duration.seconds(5),
      config,
      monitoring,
    }).function;
  }

  #webClient(): UserPoolClient {
    const attributes = new ClientAttributes().withStandardAttributes({ email: true, fullname: true });
    return new UserPoolClient(this, "Web", {
      userPool: this.userPool,
      generateSecret: false,
      disableOAuth: true,
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      // Tabs that refresh at the same time, or whose answer got lost, may use the old token this much longer.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      readAttributes: attributes.withStandardAttributes({ emailVerified: true }),
      writeAttributes: attributes,
    });
  }
}

function acknowledgeProductRules(userPool: UserPool): void {
  Validations.of(userPool).acknowledge(
    {
      id: "AwsSolutions-COG1",
      reason: "The product promises learners that any password of six characters will do.",
    },
    {
      id: "AwsSolutions-COG2",
      reason: "The product has no second factor: an account holds practice attempts and no payment data.",
    },
    {
      id: "AwsSolutions-COG8",
      reason: "The Plus plan is paid for per active learner. Cognito's own throttling guards sign-in on every plan.",
    },
  );
}
