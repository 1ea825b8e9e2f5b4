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
import { webConfigOf } from "../../../domain/http/web-config.ts";
import { Failure } from "../../command-line/explain.ts";
import type { Deployment, Step } from "../../stage/deployment.ts";
import { readOutputs } from "../../stage/stack.ts";
import { type SiteRelease, siteRelease } from "./site-release.ts";

/** The tag of the app at Amplify that says what it serves. */
const releaseTag = "parlance:release";
const unfinished = new Set(["CREATED", "PENDING", "PROVISIONING", "RUNNING"]);

type Place = { amplify: AmplifyClient; appId: string; branchName: string };

/** Amplify takes no deployment while another waits, as one does whose upload was interrupted. */
async function stopUnfinished({ amplify, appId, branchName }: Place): Promise<void> {
  const { jobSummaries = [] } = await amplify.send(new ListJobsCommand({ appId, branchName, maxResults: 10 }));
  for (const { jobId, status } of jobSummaries) {
    if (jobId && status && unfinished.has(status)) await amplify.send(new StopJobCommand({ appId, branchName, jobId }));
  }
}

async function upload({ amplify, appId, branchName }: Place, zip: Uint8Array): Promise<string> {
  const { jobId, zipUploadUrl } = await amplify.send(new CreateDeploymentCommand({ appId, branchName }));
  if (!jobId || !zipUploadUrl) throw new Failure("Amplify gave no address to upload the site to: try again.");
  const body = new Uint8Array(zip);
  const response = await fetch(zipUploadUrl, { method: "PUT", headers: { "content-type": "application/zip" }, body });
  if (!response.ok) throw new Failure(`Amplify refused the upload of the site with ${response.status}: try again.`);
  await amplify.send(new StartDeploymentCommand({ appId, branchName, jobId }));
  return jobId;
}

async function waitUntilServed({ amplify, appId, branchName }: Place, jobId: string, pause: () => Promise<void>) {
  for (;;) {
    const { job } = await amplify.send(new GetJobCommand({ appId, branchName, jobId }));
    const status = job?.summary?.status;
    if (status === "SUCCEED") return;
    if (!status || !(unfinished.has(status) || status === "CANCELLING")) {
      throw new Failure(
        `Amplify could not deploy the site (${status ?? "it knows nothing of it"}): its console says why.`,
      );
    }
    await pause();
  }
}

async function release(place: Place, { digest, headers, zip }: SiteRelease, { pause }: Deployment): Promise<string> {
  const { amplify, appId } = place;
  const { app } = await amplify.send(new GetAppCommand({ appId }));
  const hasHeaders = app?.customHeaders === headers;
  if (hasHeaders && app?.tags?.[releaseTag] === digest) return "unchanged, so not uploaded";
  if (!hasHeaders) await amplify.send(new UpdateAppCommand({ appId, customHeaders: headers }));
  await stopUnfinished(place);
  await waitUntilServed(place, await upload(place, zip()), pause);
  const resourceArn = app?.appArn;
  if (resourceArn) await amplify.send(new TagResourceCommand({ resourceArn, tags: { [releaseTag]: digest } }));
  return "uploaded and served";
}

/**
 * Builds the web app and has Amplify Hosting serve it with its settings and headers, unless it does already.
 * Why the headers come with it: docs/decisions/0085-deploy-in-one-pass.md
 */
export const uploadSite: Step = {
  name: "Web app",
  run: async (deployment) => {
    const outputs = await readOutputs(deployment);
    const built = await siteRelease(await deployment.buildSite(), webConfigOf(outputs));
    const place = { amplify: deployment.aws.amplify, appId: outputs.SiteAppId, branchName: outputs.SiteBranch };
    return release(place, built, deployment);
  },
};
