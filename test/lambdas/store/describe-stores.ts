import { afterAll, beforeAll, describe, vi } from "vitest";
import { scaleTimeLimits } from "../../../lambdas/runtime/time-limits.ts";
import { type DocumentStore, openDocumentStore } from "../../../lambdas/store/document-store.ts";
import { describeConcurrentWriters } from "../deletion/describe-concurrent-writers.ts";
import { describeRaces } from "../deletion/describe-races.ts";
import type { Database, Running } from "./databases.ts";
import { describeCallCounts } from "./describe-call-counts.ts";
import { describeClosedAccounts } from "./describe-closed-accounts.ts";
import { describeCompletedScenarios } from "./describe-completed-scenarios.ts";
import { describeConnections } from "./describe-connections.ts";
import { describeExams } from "./describe-exams.ts";
import { describeExpiryIndex } from "./describe-expiry-index.ts";
import { describeInboxes } from "./describe-inboxes.ts";
import { describeProfiles } from "./describe-profiles.ts";
import { describeProgress } from "./describe-progress.ts";
import { describeShares } from "./describe-shares.ts";
import { describeStudyChanges } from "./describe-study-changes.ts";
import { describeSubscriptions } from "./describe-subscriptions.ts";

export function describeStores({ name, missing, start }: Database): void {
  describe.skipIf(missing !== undefined)(
    `the stores on ${name}${missing ? `, skipped because ${missing}` : ""}`,
    () => {
      let database: Running;
      let store: DocumentStore;
      beforeAll(async () => {
        database = await start();
        vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", database.url);
        vi.stubEnv("AWS_REGION", "local");
        vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
        vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
        // A slow response of a busy machine is no outage.
        scaleTimeLimits(10);
        store = openDocumentStore();
      });
      afterAll(async () => {
        vi.unstubAllEnvs();
        store.destroy();
        await database.close();
      });

      const open = () => store;
      describeProfiles(open);
      describeSubscriptions(open);
      describeExpiryIndex(open);
      describeProgress(open);
      describeCompletedScenarios(open);
      describeExams(open);
      describeStudyChanges(open);
      describeCallCounts(open);
      describeClosedAccounts(open);
      describeRaces(open);
      describeConcurrentWriters(open);
      describeConnections(open);
      describeShares(open);
      describeInboxes(open);
    },
  );
}
