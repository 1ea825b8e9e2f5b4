import { Aws, Fn, Stack } from "aws-cdk-lib";
import {
  ProviderAttribute,
  type UserPool,
  type UserPoolDomain,
  UserPoolIdentityProviderGoogle,
} from "aws-cdk-lib/aws-cognito";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

export type GoogleSignInProps = {
  userPool: UserPool;
  /** Of the OAuth client made at Google; its secret is `clientSecret` in the JSON that `secret` holds. */
  clientId: string;
  secret: Secret;
};

/**
 * A prefix that no other stack has taken, for a region's user pools share one namespace: the stack's name and the
 * beginning of its id, which says nothing about the account.
 */
function domainPrefix(scope: Construct): string {
  const stackUuid = Fn.select(2, Fn.split("/", Aws.STACK_ID));
  return Fn.join("-", [Stack.of(scope).stackName, Fn.select(0, Fn.split("-", stackUuid))]);
}

/** Sign-in through Google: the user pool's domain, to which browsers are sent, and Google as its provider. */
export class GoogleSignIn extends Construct {
  readonly provider: UserPoolIdentityProviderGoogle;
  readonly domain: UserPoolDomain;
  /** Address of the pool's pages and OAuth endpoints, without a trailing slash. */
  readonly url: string;
  /** Where Google must be told to send browsers back to. */
  readonly redirectUrl: string;

  constructor(scope: Construct, id: string, { userPool, clientId, secret }: GoogleSignInProps) {
    super(scope, id);
    this.domain = userPool.addDomain("Domain", { cognitoDomain: { domainPrefix: domainPrefix(this) } });
    this.url = this.domain.baseUrl();
    this.redirectUrl = `${this.url}/oauth2/idpresponse`;
    this.provider = new UserPoolIdentityProviderGoogle(this, "Provider", {
      userPool,
      clientId,
      clientSecretValue: secret.secretValueFromJson("clientSecret"),
      scopes: ["openid", "email", "profile"],
      attributeMapping: {
        email: ProviderAttribute.GOOGLE_EMAIL,
        // Or else Cognito takes every address that comes from Google for unverified.
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
      },
    });
  }
}
