import { publishPack } from "../../../content/publishing/publish-pack.ts";
import { contentDestination } from "../../stage/content-destination.ts";
import type { Step } from "../../stage/deployment.ts";

/** Publishes the pack that is named, if one is. */
export const publishContent: Step = {
  name: "Content",
  run: async (deployment) => {
    const { contentDirectory: directory, stage } = deployment;
    if (directory === undefined) return "left as it is; --content DIR publishes a pack";
    const destination = await contentDestination(deployment, `npm run deploy -- --stage ${stage}`);
    // It was checked whole before anything was changed.
    const counts = await publishPack({ directory, destination, checked: true });
    return counts ? `${counts.uploaded} uploaded, ${counts.unchanged} unchanged` : "left as it is";
  },
};
