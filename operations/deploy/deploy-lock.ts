import { acquireBucketLock, type Lock, type LockErrors } from "../../content/publishing/bucket-lock.ts";
import { CommandError } from "../command-line/explain-error.ts";
import type { Deployment, Step } from "../stage/deployment.ts";
import { fetchCaller } from "./checks/account.ts";

/**
 * `cdk bootstrap` creates this bucket. Source: DEFAULT_FILE_ASSETS_BUCKET_NAME of CDK's DefaultStackSynthesizer, with
 * its default qualifier.
 */
const assetBucket = (account: string, region: string) => `cdk-hnb659fds-assets-${account}-${region}`;

const errorsFor = (stage: string): LockErrors => ({
  locked: (holder, end) =>
    new CommandError(
      `Another deploy of ${stage} is in progress${holder}: wait until it ends. If it was interrupted, its lock expires at ${end}.`,
    ),
  lost: () =>
    new CommandError(
      "Another deploy may have taken over, because this one could not renew its lock for two minutes: check that no other is in progress.",
    ),
});

export type DeployLock = {
  acquire: Step;
  /** The returned step throws at its start if the lock may be lost. */
  guard: (step: Step) => Step;
  release: () => Promise<void>;
};

/** Why: docs/decisions/0139-deploys-with-a-lock-and-a-reviewed-change-set.md */
export function createDeployLock(): DeployLock {
  let lock: Lock | null = null;
  return {
    acquire: {
      name: "Lock",
      run: async (deployment: Deployment) => {
        const { stage, config, aws } = deployment;
        const { account, arn } = await fetchCaller(deployment);
        const bucket = assetBucket(account, config.region);
        const place = { s3: aws.s3, bucket, key: `parlance/${stage}/deploy-lock.json`, by: arn };
        lock = await acquireBucketLock(place, errorsFor(stage));
        return "no other deploy of this stage is in progress";
      },
    },
    guard: ({ name, run }) => ({
      name,
      run: (deployment) => {
        lock?.check();
        return run(deployment);
      },
    }),
    release: async () => lock?.release(),
  };
}
