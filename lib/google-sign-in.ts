import { Aws, Fn, SecretValue, Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  type CustomDomainOptions,
  ProviderAttribute,
  type UserPool,
  type UserPoolDomain,
  UserPoolIdentityProviderGoogle,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { googleSecretName } from "./names.ts";

export type GoogleSignInProps = {
  userPool: UserPool;
  /** Of the OAuth client made at Google. */
  clientId: string;
  customDomain: StageConfig["domains"]["signIn"];
};

/**
 * A prefix that no other stack has taken, for a region's user pools share one namespace: the stack's name and the
 * beginning of its id, which says nothing about the account.
 */
function domainPrefix(scope: Construct): string {
  const stackUuid = Fn.select(2, Fn.split("/", Aws.STACK_ID));
  return Fn.join("-", [Stack.of(scope).stackName, Fn.select(0, Fn.split("-", stackUuid))]);
}

/**
 * Sign-in through Google: the user pool's domain, to which browsers are sent, and Google as its provider. CloudFormation
 * reads the secret when it makes or changes the provider, and not when the secret changes.
 */
export class GoogleSignIn extends Construct {
  readonly provider: UserPoolIdentityProviderGoogle;
  readonly domain: UserPoolDomain;
  /** Address of the pool's pages and OAuth endpoints, without a trailing slash. */
  readonly url: string;
  /** Where the domain of its own has to lead to; missing where the stage has none for sign-in. */
  readonly customDomainTarget: string | undefined;
  /** Where Google must be told to send browsers back to. */
  readonly redirectUrl: string;

  constructor(scope: Construct, id: string, { userPool, clientId, customDomain }: GoogleSignInProps) {
    super(scope, id);
    this.domain = customDomain
      ? userPool.addDomain("OwnDomain", { customDomain: this.#customDomain(customDomain) })
      : userPool.addDomain("Domain", { cognitoDomain: { domainPrefix: domainPrefix(this) } });
    this.url = customDomain ? `https://${customDomain.name}` : this.domain.baseUrl();
    this.customDomainTarget = customDomain && this.domain.cloudFrontEndpoint;
    this.redirectUrl = `${this.url}/oauth2/idpresponse`;
    this.provider = new UserPoolIdentityProviderGoogle(this, "Provider", {
      userPool,
      clientId,
      clientSecretValue: SecretValue.secretsManager(googleSecretName(Stack.of(this).stackName), {
        jsonField: "clientSecret",
      }),
      scopes: ["openid", "email", "profile"],
      attributeMapping: {
        email: ProviderAttribute.GOOGLE_EMAIL,
        // Or else Cognito takes every address that comes from Google for unverified.
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
      },
    });
  }
  #customDomain({ name, certificateArn }: NonNullable<StageConfig["domains"]["signIn"]>): CustomDomainOptions {
    return { domainName: name, certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn) };
  }
}
