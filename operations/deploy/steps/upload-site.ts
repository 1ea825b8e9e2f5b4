import {
  type AmplifyClient,
  CreateDeploymentCommand,
  GetAppCommand,
  GetJobCommand,
  ListJobsCommand,
  StartDeploymentCommand,
  StopJobCommand,
  TagResourceCommand,
  UpdateAppCommand,
} from "@aws-sdk/client-amplify";
import { toWebConfig } from "../../../domain/http/web-config.ts";
import { CommandError } from "../../command-line/explain-error.ts";
import type { Deployment, Step } from "../../stage/deployment.ts";
import { readOutputs } from "../../stage/stack.ts";
import { createSiteRelease, type SiteRelease } from "./site-release.ts";

/** The value of this tag is the digest of the last release whose deploy completed. */
const releaseTag = "parlance:release";
const unfinishedStates = new Set(["CREATED", "PENDING", "PROVISIONING", "RUNNING"]);

type HostingBranch = { amplify: AmplifyClient; appId: string; branchName: string };

/** Amplify refuses a new deployment while another is unfinished, for example because an upload was interrupted. */
async function stopUnfinishedJobs({ amplify, appId, branchName }: HostingBranch): Promise<void> {
  const { jobSummaries = [] } = await amplify.send(new ListJobsCommand({ appId, branchName, maxResults: 10 }));
  for (const { jobId, status } of jobSummaries) {
    if (jobId && status && unfinishedStates.has(status))
      await amplify.send(new StopJobCommand({ appId, branchName, jobId }));
  }
}

async function upload({ amplify, appId, branchName }: HostingBranch, zip: Uint8Array): Promise<string> {
  const { jobId, zipUploadUrl } = await amplify.send(new CreateDeploymentCommand({ appId, branchName }));
  if (!jobId || !zipUploadUrl) throw new CommandError("Amplify returned no upload URL for the site: try again.");
  const body = new Uint8Array(zip);
  const response = await fetch(zipUploadUrl, { method: "PUT", headers: { "content-type": "application/zip" }, body });
  if (!response.ok)
    throw new CommandError(`Amplify refused the upload of the site with ${response.status}: try again.`);
  await amplify.send(new StartDeploymentCommand({ appId, branchName, jobId }));
  return jobId;
}

async function waitUntilServed(
  { amplify, appId, branchName }: HostingBranch,
  jobId: string,
  pause: () => Promise<void>,
) {
  for (;;) {
    const { job } = await amplify.send(new GetJobCommand({ appId, branchName, jobId }));
    const status = job?.summary?.status;
    if (status === "SUCCEED") return;
    if (!status || !(unfinishedStates.has(status) || status === "CANCELLING")) {
      throw new CommandError(`Amplify could not deploy the site (${status ?? "no status"}): its console shows why.`);
    }
    await pause();
  }
}

async function deployRelease(
  place: HostingBranch,
  { digest, headers, zip }: SiteRelease,
  { pause }: Deployment,
): Promise<string> {
  const { amplify, appId } = place;
  const { app } = await amplify.send(new GetAppCommand({ appId }));
  const hasHeaders = app?.customHeaders === headers;
  if (hasHeaders && app?.tags?.[releaseTag] === digest) return "unchanged, so not uploaded";
  if (!hasHeaders) await amplify.send(new UpdateAppCommand({ appId, customHeaders: headers }));
  await stopUnfinishedJobs(place);
  await waitUntilServed(place, await upload(place, zip()), pause);
  const resourceArn = app?.appArn;
  if (resourceArn) await amplify.send(new TagResourceCommand({ resourceArn, tags: { [releaseTag]: digest } }));
  return "uploaded and served";
}

/**
 * Runs before the deploy changes anything in the account. The settings of the web app need the stack, so they are added
 * later.
 */
export const buildSite: Step = {
  name: "Build",
  run: async (deployment) => {
    await deployment.buildSite();
    return "the web app is built";
  },
};

/** Why: docs/decisions/0085-deploy-in-one-pass.md */
export const uploadSite: Step = {
  name: "Web app",
  run: async (deployment) => {
    const outputs = await readOutputs(deployment);
    const built = await createSiteRelease(
      deployment.siteDirectory,
      toWebConfig(outputs),
      { ...deployment.config, sharedAudioOrigin: outputs.SharedAudioOrigin },
      outputs.ConnectOrigins?.split(",") ?? [],
    );
    const place = { amplify: deployment.aws.amplify, appId: outputs.SiteAppId, branchName: outputs.SiteBranch };
    return deployRelease(place, built, deployment);
  },
};
