import { CustomResource, Duration } from "aws-cdk-lib";
import { CfnPublicKey, KeyGroup, PublicKey } from "aws-cdk-lib/aws-cloudfront";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { EmptySecret } from "./empty-secret.ts";
import { globalName } from "./global-name.ts";
import { HandlerFunction } from "./handler-function.ts";
import type { Monitoring } from "./monitoring.ts";

export type SigningKey = { privateKey: Secret; publicKey: PublicKey };

/**
 * At a pair's first deploy, a function creates the pair and writes the private key straight into a secret. So no file
 * and no template contains the private key. CloudFront cannot change a public key, so a rotation adds another key: see
 * `signingKeys` in config.ts.
 */
export class SigningKeys extends Construct {
  readonly keyGroup: KeyGroup;
  readonly current: SigningKey;

  constructor(scope: Construct, id: string, { config, monitoring }: { config: StageConfig; monitoring: Monitoring }) {
    super(scope, id);
    const { trusted, current } = config.signingKeys;
    const secrets = new Map(trusted.map((name) => [name, this.#secret(name)]));
    const maker = new HandlerFunction(this, "create-signing-key", {
      handler: "deployment/create-signing-key",
      area: "The stage as a whole",
      impact: "Nothing changes for learners: a deployment fails, because the key that signs content cannot be created.",
      // If this function fails, the deployment fails.
      failures: "watched elsewhere",
      environment: {},
      statements: [
        new PolicyStatement({
          actions: ["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"],
          resources: [...secrets.values()].map((secret) => secret.secretArn),
        }),
      ],
      timeout: Duration.seconds(30),
      config,
      monitoring,
    });
    const keys = new Map([...secrets].map(([name, secret]) => [name, this.#key(name, secret, maker)]));
    const currentKey = keys.get(current);
    if (!currentKey) throw new Error(`The current signing key "${current}" is not among the trusted ones`);
    this.current = currentKey;
    this.keyGroup = new KeyGroup(this, "KeyGroup", {
      keyGroupName: globalName(this, "content"),
      items: [...keys.values()].map(({ publicKey }) => publicKey),
    });
  }

  #secret(name: string): Secret {
    return new EmptySecret(this, `${name}-private-key`, {
      description: `Signs access to Parlance's content (${name})`,
      noRotationReason: "CloudFront must trust the next key before it signs, which takes a deployment: see config.ts.",
    });
  }

  #key(name: string, privateKey: Secret, maker: HandlerFunction): SigningKey {
    const made = new CustomResource(this, `${name}-key-pair`, {
      resourceType: "Custom::SigningKey",
      serviceToken: maker.function.functionArn,
      // By default, CloudFormation would wait an hour for a missing response.
      serviceTimeout: Duration.minutes(2),
      properties: { SecretId: privateKey.secretArn },
    });
    return { privateKey, publicKey: this.#publicKey(name, made.getAttString("PublicKey")) };
  }

  /** CloudFront cannot rename a public key, so a new name needs a new construct id. */
  #publicKey(name: string, encodedKey: string): PublicKey {
    const publicKeyName = globalName(this, `key-${name}`);
    const publicKey = new PublicKey(this, `${name}-public-key`, { publicKeyName, encodedKey });
    const resource = publicKey.node.defaultChild;
    if (!(resource instanceof CfnPublicKey)) throw new Error("The public key has no resource to set its reference on");
    // CDK would derive the reference from the construct's path, which is the same in every region.
    resource.addPropertyOverride("PublicKeyConfig.CallerReference", publicKeyName);
    return publicKey;
  }
}
