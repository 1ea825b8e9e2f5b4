import type { Destination } from "./bucket.ts";
import { acquireBucketLock, type Lock, type LockErrors } from "./bucket-lock.ts";
import { publishersFolder } from "./layout.ts";
import { PublishError } from "./publish-error.ts";

export const lockName = `${publishersFolder}lock.json`;

const errors: LockErrors = {
  locked: (holder, end) =>
    new PublishError(
      "bucket_locked",
      `Another publication to this bucket is in progress${holder}: wait until it ends. If it was interrupted, its lock expires at ${end}; then repeat the command.`,
    ),
  lost: () =>
    new PublishError(
      "lock_lost",
      "Another publisher may have taken over, because this one could not renew its lock for two minutes: publish again.",
    ),
};

export const acquirePublishLock = ({ s3, bucket, by }: Destination): Promise<Lock> =>
  acquireBucketLock({ s3, bucket, key: lockName, by }, errors);
