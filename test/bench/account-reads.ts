import { Agent, get } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { decodeJwt } from "jose";
import * as z from "zod/mini";
import { routes } from "../../domain/api.ts";
import { localTableName } from "../../local/dynamodb.ts";
import { launchBrowser, openPage } from "../e2e/support/browser.ts";
import { newLearner, signUpFree } from "../e2e/support/learner.ts";
import { median, percentile } from "../support/statistics.ts";
import { elapsedMs } from "./elapsed.ts";
import { fetchLocalAddress } from "./local-address.ts";
import { comparedRow, type Row } from "./row.ts";

const warmUps = 50;
const rounds = 400;
const mostTimes = 1.5;

const AppConfig = z.object({ apiUrl: z.string() });

async function apiUrlOf(appUrl: string): Promise<string> {
  return AppConfig.parse(await (await fetch(`${appUrl}/config.json`)).json()).apiUrl;
}

async function signUpForToken(appUrl: string): Promise<string> {
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser);
    const called = page.waitForRequest((request) => new URL(request.url()).pathname === routes["get-account"].path);
    await signUpFree(page, appUrl, newLearner());
    const { authorization } = await (await called).allHeaders();
    if (!authorization) throw new Error("The app called the API without a token");
    return authorization;
  } finally {
    await browser.close();
  }
}

/** Keeps the connection open between calls, as the SDK's database client does. */
function createApiCaller(apiUrl: string, authorization: string) {
  const agent = new Agent({ keepAlive: true });
  const url = new URL(routes["get-account"].path, apiUrl);
  const read = () =>
    new Promise<unknown>((resolve, reject) => {
      const request = get(url, { agent, headers: { authorization } }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => {
          if (response.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(`The API answered ${response.statusCode}`));
        });
      });
      request.on("error", reject);
    });
  return { read, close: () => agent.destroy() };
}

/** Creates a reader of the rows that the route reads: in parallel and strongly consistent. */
function createTableReader(endpoint: string, userId: string) {
  const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };
  const client = new DynamoDBClient({ endpoint, region: "ap-southeast-2", credentials });
  const documents = DynamoDBDocumentClient.from(client);
  const getItem = async (TableName: string, Key: Record<string, string>) => {
    const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    if (!Item) throw new Error(`The learner has no row in ${TableName}`);
  };
  const queryLatestBatch = () =>
    documents.send(
      new QueryCommand({
        TableName: localTableName("study_changes"),
        KeyConditionExpression: "user_id = :user",
        ExpressionAttributeValues: { ":user": userId },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: 1,
      }),
    );
  const read = () =>
    Promise.all([
      getItem(localTableName("profiles"), { id: userId }),
      getItem(localTableName("subscriptions"), { user_id: userId }),
      queryLatestBatch(),
    ]);
  return { read, close: () => client.destroy() };
}

export async function measureAccountReads(appUrl: string): Promise<Row[]> {
  const authorization = await signUpForToken(appUrl);
  const { sub } = decodeJwt(authorization.replace(/^Bearer /, ""));
  if (!sub) throw new Error("The token names nobody");
  const api = createApiCaller(await apiUrlOf(appUrl), authorization);
  const tables = createTableReader(await fetchLocalAddress(appUrl, "DynamoDB"), sub);
  const [through, direct]: [number[], number[]] = [[], []];
  for (let round = -warmUps; round < rounds; round += 1) {
    const before = round % 2 === 0 ? await elapsedMs(tables.read) : undefined;
    const throughMs = await elapsedMs(api.read);
    const directMs = before ?? (await elapsedMs(tables.read));
    if (round < 0) continue;
    through.push(throughMs);
    direct.push(directMs);
  }
  api.close();
  tables.close();
  const name = "GET /account through the local cloud, beside its three reads made directly";
  return [
    comparedRow(`${name}: median`, median(through), median(direct), "ms", mostTimes),
    comparedRow(`${name}: 99th percentile`, percentile(through, 0.99), percentile(direct, 0.99), "ms"),
  ];
}
