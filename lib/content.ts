import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  HttpVersion,
  type IResponseHeadersPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, type IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { publicFolder } from "../domain/content/catalogue.ts";
import type { StageConfig } from "./config.ts";
import { globalName } from "./global-name.ts";
import type { ContentSigning } from "./grant-permissions.ts";
import type { Monitoring } from "./monitoring.ts";
import { SigningKeys } from "./signing-keys.ts";

const privateBucket: BucketProps = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
};

export type ContentProps = {
  config: StageConfig;
  monitoring: Monitoring;
  appOrigins: readonly string[];
};

/** CloudFront requires a signed grant, except for the public folder. */
export class Content extends Construct {
  readonly bucket: Bucket;
  readonly origin: string;
  readonly origins: readonly string[];
  readonly signing: ContentSigning;
  /** The CloudFront domain to which the DNS record of the content's custom domain must point. */
  readonly customDomainTarget: string | undefined;
  readonly distributionId: string;

  constructor(scope: Construct, id: string, { config, monitoring, appOrigins }: ContentProps) {
    super(scope, id);
    this.bucket = this.#bucket();
    const keys = new SigningKeys(this, "SigningKeys", { config, monitoring });
    const distribution = this.#distribution(keys, config, appOrigins);
    this.distributionId = distribution.distributionId;
    this.customDomainTarget = config.domains.content && distribution.distributionDomainName;
    const { content: own } = config.domains;
    const awsOrigin = `https://${distribution.distributionDomainName}`;
    this.origin = own?.inUse ? `https://${own.name}` : awsOrigin;
    this.origins = [awsOrigin, ...(own ? [`https://${own.name}`] : [])];
    const { publicKey, privateKey } = keys.current;
    this.signing = { origin: this.origin, keyPairId: publicKey.publicKeyId, privateKey };
  }

  #bucket(): Bucket {
    const accessLogs = new Bucket(this, "AccessLogs", {
      ...privateBucket,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    return new Bucket(this, "Bucket", {
      ...privateBucket,
      // Files that a publication overwrites or deletes by mistake can be restored for a month.
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
      serverAccessLogsBucket: toBucketInterface(accessLogs),
    });
  }

  #distribution({ keyGroup }: SigningKeys, config: StageConfig, appOrigins: readonly string[]): Distribution {
    const forAnybody: BehaviorOptions = {
      origin: S3BucketOrigin.withOriginAccessControl(toBucketInterface(this.bucket), {
        originAccessControl: new S3OriginAccessControl(this, "AccessControl", {
          originAccessControlName: globalName(this, "content"),
        }),
        // With permission to list the bucket, S3 responds to a request for a missing object with 404 instead of 403.
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: this.#cachePolicy(),
      responseHeadersPolicy: this.#responseHeaders(appOrigins, config),
      compress: true,
    };
    const distribution = new Distribution(this, "Distribution", {
      comment: "Parlance's dialogues and audio",
      ...this.#domain(config),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      // The bucket has no such object. With this setting, a request for the root cannot list the bucket's files.
      defaultRootObject: "index.html",
      defaultBehavior: { ...forAnybody, trustedKeyGroups: [keyGroup] },
      additionalBehaviors: { [`${publicFolder}*`]: forAnybody },
      errorResponses: [403, 404, 500, 502, 503, 504].map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(10) })),
    });
    acknowledgeDistributionRules(distribution, config);
    return distribution;
  }

  #domain({ domains: { content } }: StageConfig) {
    if (!content) return {};
    return {
      domainNames: [content.name],
      certificate: Certificate.fromCertificateArn(this, "Certificate", content.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  #cachePolicy(): CachePolicy {
    return new CachePolicy(this, "Caching", {
      cachePolicyName: globalName(this, "content"),
      comment: "One copy for everyone: the signature in the query string is not part of the key",
      queryStringBehavior: CacheQueryStringBehavior.none(),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.hours(1),
      maxTtl: Duration.days(365),
    });
  }

  #responseHeaders(
    appOrigins: readonly string[],
    { strictSubdomains }: Pick<StageConfig, "strictSubdomains">,
  ): IResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "Headers", {
      responseHeadersPolicyName: globalName(this, "content"),
      corsBehavior: {
        accessControlAllowOrigins: [...appOrigins],
        accessControlAllowMethods: ["GET", "HEAD"],
        accessControlAllowHeaders: ["Range"],
        accessControlExposeHeaders: ["ETag", "Content-Length", "Content-Range", "Accept-Ranges"],
        accessControlAllowCredentials: false,
        accessControlMaxAge: Duration.hours(1),
        originOverride: true,
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: strictSubdomains,
          override: true,
        },
      },
    });
  }
}

/** With exactOptionalPropertyTypes, the library's own bucket does not match its interface. */
const toBucketInterface = (bucket: Bucket) => bucket as IBucket;

function acknowledgeDistributionRules(distribution: Distribution, { domains }: StageConfig): void {
  Validations.of(distribution).acknowledge(
    {
      id: "AwsSolutions-CFR1",
      reason: "Learners of every language live in every country.",
    },
    {
      id: "AwsSolutions-CFR2",
      reason: "Only files, and only signed requests except for the public folder: a firewall has nothing to inspect.",
    },
    {
      id: "AwsSolutions-CFR3",
      reason:
        "These logs hold learners' addresses and live signatures. The bucket logs what is read through CloudFront.",
    },
  );
  Validations.of(distribution).acknowledge({
    id: "Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
    reason: "The distribution has a default root object, and its public folder holds nothing secret.",
  });
  if (domains.content) return;
  Validations.of(distribution).acknowledge({
    id: "AwsSolutions-CFR4",
    reason:
      "CloudFront fixes the protocols of its own domain; a custom domain for the content allows only TLS 1.2 and newer.",
  });
}
