import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { DocumentStore } from "../../lambdas/store/document-store.ts";

/** `readUnits` and the values of `byCommand` are in DynamoDB's read units. `reads` is the number of commands. */
export type ReadCount = { readUnits: number; reads: number; byCommand: Record<string, number> };

const readCommands: ReadonlySet<string> = new Set([
  "GetItemCommand",
  "QueryCommand",
  "ScanCommand",
  "BatchGetItemCommand",
]);
const writeCommands: ReadonlySet<string> = new Set(["PutItemCommand", "UpdateItemCommand", "DeleteItemCommand"]);

function unitsOf(output: object): number {
  const consumed: unknown = "ConsumedCapacity" in output ? output.ConsumedCapacity : undefined;
  const each: unknown[] = Array.isArray(consumed) ? consumed : [consumed];
  return each.reduce<number>((sum, one) => {
    const units = typeof one === "object" && one !== null && "CapacityUnits" in one ? one.CapacityUnits : undefined;
    if (typeof units !== "number") throw new Error("The database does not say what a read costs");
    return sum + units;
  }, 0);
}

/** `store` marshals values as the handlers' document client does. */
export function countReads(client: DynamoDBClient): { store: DocumentStore; count: ReadCount } {
  const store = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const count: ReadCount = { readUnits: 0, reads: 0, byCommand: {} };
  store.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "TOTAL" } });
        if (writeCommands.has(commandName)) return result;
        if (!readCommands.has(commandName)) throw new Error(`${commandName} is not counted`);
        const units = unitsOf(result.output);
        count.readUnits += units;
        count.reads += 1;
        count.byCommand[commandName] = (count.byCommand[commandName] ?? 0) + units;
        return result;
      },
    { step: "initialize", name: "countReads" },
  );
  return { store, count };
}
