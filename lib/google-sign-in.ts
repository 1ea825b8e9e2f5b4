import { Aws, Fn, SecretValue, Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  type CustomDomainOptions,
  ProviderAttribute,
  type UserPool,
  UserPoolIdentityProviderGoogle,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { googleSecretName } from "./names.ts";

export type GoogleSignInProps = {
  userPool: UserPool;
  clientId: string;
  customDomain: StageConfig["domains"]["signIn"];
};

/**
 * A prefix must be unique in a region, across AWS accounts. So it contains the first part of the stack's UUID, which
 * reveals nothing about the account.
 */
function domainPrefix(scope: Construct): string {
  const stackUuid = Fn.select(2, Fn.split("/", Aws.STACK_ID));
  return Fn.join("-", [Stack.of(scope).stackName, Fn.select(0, Fn.split("-", stackUuid))]);
}

/**
 * A user pool can have a domain of AWS and a custom domain at the same time:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-domain.html (read on 2026-11-25).
 * CloudFormation reads the secret when it creates or changes the provider, not when the secret changes.
 */
export class GoogleSignIn extends Construct {
  readonly provider: UserPoolIdentityProviderGoogle;
  /** Base URL of the pool's pages and OAuth endpoints, without a trailing slash. */
  readonly url: string;
  readonly origins: readonly string[];
  /** The CloudFront domain to which the DNS record of the stage's log-in domain must point. */
  readonly customDomainTarget: string | undefined;
  readonly redirectUrl: string;

  constructor(scope: Construct, id: string, { userPool, clientId, customDomain }: GoogleSignInProps) {
    super(scope, id);
    const awsDomain = userPool.addDomain("Domain", { cognitoDomain: { domainPrefix: domainPrefix(this) } });
    const ownDomain =
      customDomain && userPool.addDomain("OwnDomain", { customDomain: this.#customDomain(customDomain) });
    this.url = customDomain?.inUse ? `https://${customDomain.name}` : awsDomain.baseUrl();
    this.origins = [awsDomain.baseUrl(), ...(customDomain ? [`https://${customDomain.name}`] : [])];
    this.customDomainTarget = ownDomain?.cloudFrontEndpoint;
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
        // Without this mapping, Cognito treats every email address from Google as unverified.
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
      },
    });
  }
  #customDomain({ name, certificateArn }: NonNullable<StageConfig["domains"]["signIn"]>): CustomDomainOptions {
    return { domainName: name, certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn) };
  }
}
