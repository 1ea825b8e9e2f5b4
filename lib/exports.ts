import { Duration } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { PrivateBucket } from "./private-bucket.ts";

/**
 * Exports are not in the content's bucket, because a publication refuses a bucket that contains other files.
 * Why: docs/decisions/0037-bucket-for-exports.md
 */
export class Exports extends PrivateBucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      lifetime: Duration.days(1),
      noLogsReason:
        "Access logs would keep learners' addresses and live signatures for longer than the files themselves.",
      wholeBucketReason: "Files get random names when they are created, so the grant covers every file of this bucket.",
    });
  }
}
