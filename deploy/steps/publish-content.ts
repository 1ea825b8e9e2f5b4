import { publishPack } from "../../content/publishing/publish-pack.ts";
import type { Step } from "../stage/deployment.ts";
import { readOutputs } from "../stage/stack.ts";

/** Publishes the pack that is named, if one is. */
export const publishContent: Step = {
  name: "Content",
  run: async (deployment) => {
    const { contentDirectory, aws } = deployment;
    if (contentDirectory === undefined) return "left as it is; --content DIR publishes a pack";
    const { ContentBucket } = await readOutputs(deployment);
    // It was checked whole before anything was changed.
    const counts = await publishPack({ directory: contentDirectory, bucket: ContentBucket, s3: aws.s3, checked: true });
    return `${counts.uploaded} uploaded, ${counts.unchanged} unchanged, ${counts.removed} removed`;
  },
};
