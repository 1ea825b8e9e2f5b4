/*
 * A fake of an AWS account with a stack, tables, user pools, parameters and versioned buckets.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_DeleteParameter.html
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html
 */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { listen } from "../../../fakes/foundation/listen.ts";

type Answer = { status?: number; body?: string; type?: string };
type Resource = { type: string; physicalId: string };

const Named = z.object({
  TableName: z.string().optional(),
  UserPoolId: z.string().optional(),
  Name: z.string().optional(),
});
const xmlError = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });
const versionsPerPage = 2;

function createBuckets(buckets: Map<string, string[]>, lateLogs: string[]) {
  const list = (versions: readonly string[]): Answer => {
    const page = versions.slice(0, versionsPerPage);
    const members = page.map((id) => `<Version><Key>file</Key><VersionId>${id}</VersionId></Version>`);
    return { body: `<ListVersionsResult>${members.join("")}</ListVersionsResult>` };
  };
  return (method: string | undefined, name: string, query: string, body: string): Answer => {
    const versions = buckets.get(name);
    if (!versions) return xmlError(404, "NoSuchBucket");
    if (method === "GET") return list(versions);
    if (method === "POST" && query.includes("delete")) {
      const ids = [...body.matchAll(/<VersionId>([^<]*)<\/VersionId>/g)].map(([, id]) => id);
      buckets.set(
        name,
        versions.filter((id) => !ids.includes(id)),
      );
      return { body: "<DeleteResult></DeleteResult>" };
    }
    const late = lateLogs.shift();
    if (late !== undefined) buckets.set(name, [...versions, late]);
    if (versions.length > 0 || late !== undefined) return xmlError(409, "BucketNotEmpty");
    buckets.delete(name);
    return { status: 204 };
  };
}

/** `lateLogs` are objects that arrive in a bucket, one at each attempt to delete a bucket. */
export async function startFakeAccount(held: {
  resources: Resource[];
  outputs?: Record<string, string>;
  tables: Set<string>;
  pools: Set<string>;
  parameters: Set<string>;
  buckets: Map<string, string[]>;
  lateLogs?: string[];
}) {
  const answerBucket = createBuckets(held.buckets, held.lateLogs ?? []);
  const stackAnswer = (form: URLSearchParams): Answer => {
    const action = form.get("Action");
    const members =
      action === "ListStackResources"
        ? `<StackResourceSummaries>${held.resources.map(({ type, physicalId }) => `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${physicalId}</PhysicalResourceId><ResourceStatus>CREATE_COMPLETE</ResourceStatus></member>`).join("")}</StackResourceSummaries>`
        : `<Stacks><member><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-25T00:00:00Z</CreationTime><Outputs>${Object.entries(
            held.outputs ?? {},
          )
            .map(([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`)
            .join("")}</Outputs></member></Stacks>`;
    return { body: `<${action}Response><${action}Result>${members}</${action}Result></${action}Response>` };
  };
  const jsonAnswer = (body: string): Answer => {
    const { TableName = "", UserPoolId = "", Name } = Named.parse(JSON.parse(body));
    const isDeleted =
      held.tables.delete(TableName) || held.pools.delete(UserPoolId) || held.parameters.delete(Name ?? "");
    if (isDeleted) return { body: "{}" };
    const error = Name === undefined ? "ResourceNotFoundException" : "ParameterNotFound";
    return { status: 400, body: JSON.stringify({ __type: error, message: "not found" }) };
  };
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const body = await text(request);
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    if (request.headers["x-amz-target"]) return { ...jsonAnswer(body), type: "application/x-amz-json-1.1" };
    if (pathname === "/" && request.method === "POST") return stackAnswer(new URLSearchParams(body));
    return answerBucket(request.method, pathname.split("/")[1] ?? "", search, body);
  };
  const server = await listen(async (request, response) => {
    const { status = 200, body = "", type = "text/xml" } = await answer(request);
    response.writeHead(status, { "content-type": type }).end(body);
  }, 0);
  onTestFinished(server.close);
  return server.url;
}
