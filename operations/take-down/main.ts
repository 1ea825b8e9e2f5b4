import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createSharedAudio } from "../../lambdas/files/shared-audio.ts";
import { createInboxStore } from "../../lambdas/store/inboxes.ts";
import { createProfileStore } from "../../lambdas/store/profiles.ts";
import { createShareLedger } from "../../lambdas/store/share-ledger.ts";
import { createShareLinkStore } from "../../lambdas/store/share-links.ts";
import { createShareStore } from "../../lambdas/store/shares.ts";
import { stackNameOf } from "../../lib/names.ts";
import { readStage } from "../../lib/stages.ts";
import { CommandError } from "../command-line/explain-error.ts";
import { createAwsClients } from "../stage/aws.ts";
import { findStack } from "../stage/stack.ts";
import { createTakeDownCommand, type TakeDownServices } from "./take-down.ts";

/** The operator's changes create no rows, so a closed account needs no check. */
const allowClosed = async () => undefined;

async function connect(stage: string): Promise<TakeDownServices> {
  const { region } = readStage(stage);
  // `createSharedAudio` creates its own client, which reads the region from the environment.
  process.env["AWS_REGION"] = region;
  const aws = createAwsClients(region);
  const outputs = (await findStack({ aws, stackName: stackNameOf(stage) }))?.outputs ?? {};
  const named = (output: string): string => {
    const value = outputs[output];
    if (value) return value;
    throw new CommandError(`The stage "${stage}" in ${region} has no output ${output}: deploy it first.`);
  };
  const store = DynamoDBDocumentClient.from(new DynamoDBClient({ region }));
  const sharesTable = named("SharesTable");
  const profiles = createProfileStore(store, named("ProfilesTable"), allowClosed);
  return {
    inboxes: createInboxStore(store, named("InboxesTable"), allowClosed),
    sharedAudio: createSharedAudio(named("SharedAudioBucket")),
    shareLedger: createShareLedger(store, sharesTable, allowClosed),
    shareLinks: createShareLinkStore(store, named("ShareLinksTable"), allowClosed),
    shares: createShareStore(store, sharesTable, allowClosed),
    emailOf: async (userId) => (await profiles.get(userId))?.email ?? null,
    now: () => new Date(),
  };
}

if (import.meta.main) process.exitCode = await createTakeDownCommand(connect).run(process.argv.slice(2));
