import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Refusal } from "../../../domain/http/refusal.ts";
import { bucket, credentials, region, startTestS3 } from "../../../fakes/s3/test/fixture.ts";
import { createExportFiles } from "../../../lambdas/files/export-files.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

function use(url: string): void {
  vi.stubEnv("AWS_ENDPOINT_URL_S3", url);
  vi.stubEnv("AWS_REGION", region);
  vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey);
  onTestFinished(() => void vi.unstubAllEnvs());
}

type Request = { method: string; query: URLSearchParams; body: string };

/** Returns the requests that the server receives. */
async function answering(answer: (request: Request) => string): Promise<Request[]> {
  const requests: Request[] = [];
  const server = createServer(async (incoming, response) => {
    const { searchParams: query } = new URL(incoming.url ?? "", "http://localhost");
    const request = { method: incoming.method ?? "", query, body: await text(incoming) };
    requests.push(request);
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0" encoding="UTF-8"?>${answer(request)}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return requests;
}

const link = { fileName: "parlance-data.json", lifetimeSeconds: 60 };

describe("the exports of a learner", () => {
  test("are removed by removeAll, and another learner's exports remain", async () => {
    const { s3 } = await startTestS3();
    use(s3.url);
    const files = createExportFiles(bucket, allowEveryAccount);
    const mine = await Promise.all(["1", "2"].map((json) => files.store("asha", json, link)));
    const others = await files.store("bina", "{}", link);
    for (let nth = 0; nth < 2; nth += 1) await files.removeAll("asha");
    const statuses = await Promise.all([...mine, others].map(async (url) => (await fetch(url)).status));
    expect(statuses).toEqual([404, 404, 200]);
  });

  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
  test("are downloaded as uncached JSON with the given file name", async () => {
    const { s3 } = await startTestS3();
    use(s3.url);
    const url = await createExportFiles(bucket, allowEveryAccount).store("asha", '{"name":"Asha"}', link);
    const response = await fetch(url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${link.fileName}"`,
      "cache-control": "no-store",
    });
    expect(await response.json()).toEqual({ name: "Asha" });
  });

  test("are removed if the account is closing when the file is stored", async () => {
    const { s3, sdk } = await startTestS3();
    use(s3.url);
    const files = createExportFiles(bucket, () => Promise.reject(new Refusal("account_closing", "Being deleted.")));
    await expect(files.store("asha", "{}", link)).rejects.toMatchObject({ code: "account_closing" });
    expect((await sdk.send(new ListObjectsV2Command({ Bucket: bucket }))).KeyCount).toBe(0);
  });

  test("are not removed if the state of the account cannot be read", async () => {
    const { s3, sdk } = await startTestS3();
    use(s3.url);
    const files = createExportFiles(bucket, () => Promise.reject(new Error("The database does not answer")));
    await expect(files.store("asha", "{}", link)).rejects.toThrow("does not answer");
    expect((await sdk.send(new ListObjectsV2Command({ Bucket: bucket }))).KeyCount).toBe(1);
  });

  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
  test("are removed page by page if S3 lists more than one page", async () => {
    const page = (key: string, more: string) =>
      `<ListBucketResult>${more}<KeyCount>1</KeyCount><Contents><Key>${key}</Key></Contents></ListBucketResult>`;
    const requests = await answering(({ method, query }) => {
      if (method === "POST") return "<DeleteResult></DeleteResult>";
      if (query.get("continuation-token") === "next") return page("a/2.json", "<IsTruncated>false</IsTruncated>");
      return page("a/1.json", "<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>");
    });
    await createExportFiles(bucket, allowEveryAccount).removeAll("asha");
    const removed = requests
      .filter(({ method }) => method === "POST")
      .map(({ body }) => /<Key>(.*?)<\/Key>/.exec(body));
    expect(removed.map((found) => found?.[1])).toEqual(["a/1.json", "a/2.json"]);
  });

  // S3 refuses a delete request without keys.
  test("cause no delete request if the list is empty", async () => {
    const requests = await answering(() => "<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>");
    await createExportFiles(bucket, allowEveryAccount).removeAll("asha");
    expect(requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
  test("cause an error with S3's reason if S3 does not delete them", async () => {
    await answering(({ method }) =>
      method === "GET"
        ? "<ListBucketResult><KeyCount>1</KeyCount><Contents><Key>a/1.json</Key></Contents></ListBucketResult>"
        : "<DeleteResult><Error><Key>a/1.json</Key><Code>AccessDenied</Code></Error></DeleteResult>",
    );
    await expect(createExportFiles(bucket, allowEveryAccount).removeAll("asha")).rejects.toThrow(
      "1 exports could not be removed: AccessDenied",
    );
  });
});
