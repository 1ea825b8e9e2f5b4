import { Duration } from "aws-cdk-lib";
import { HttpMethods } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { maxShareDays } from "../domain/sharing/share-limits.ts";
import { PrivateBucket } from "./private-bucket.ts";

export type SharedAudioProps = { appOrigins: readonly string[] };

/**
 * The lifecycle rule deletes files that the handlers missed.
 * Why: docs/decisions/0156-shared-audio-in-its-own-bucket.md
 */
export class SharedAudio extends PrivateBucket {
  readonly origin: string;

  constructor(scope: Construct, id: string, { appOrigins }: SharedAudioProps) {
    super(scope, id, {
      lifetime: Duration.days(maxShareDays + 1),
      noLogsReason:
        "Access logs would keep addresses of learners and guests, and live signatures, for longer than the audio.",
      wholeBucketReason:
        "Each share has its own folder, which does not exist at deployment, so the grant covers the whole bucket.",
      cors: [
        {
          allowedMethods: [HttpMethods.POST, HttpMethods.GET],
          allowedOrigins: [...appOrigins],
          allowedHeaders: ["Range"],
          exposedHeaders: ["ETag", "Content-Range"],
          maxAge: 3600,
        },
      ],
    });
    this.origin = `https://${this.bucket.bucketRegionalDomainName}`;
    // CDK's own property for this would create a function with permissions on all buckets.
    this.resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  }
}
