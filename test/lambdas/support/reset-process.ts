import { inject } from "vitest";
import { runningFunction } from "../../../fakes/iam/running-function.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import { scaleTimeLimits } from "../../../lambdas/runtime/time-limits.ts";
import { replaceClock, separateServices } from "../../../lambdas/services.ts";
import { captureLog } from "./capture-log.ts";
import { restoreEnvironment } from "./first-environment.ts";

// Test files share a process. Each starts without the cloud, services, clock and log of the file before.
restoreEnvironment();
const ofThisFile: Record<string, object> = {};
// The tests, and each handler of a cloud that runs in their process, have services of their own.
separateServices(() => {
  const { name } = runningFunction();
  ofThisFile[name] ??= {};
  return ofThisFile[name];
});
replaceClock(systemClock);
// Longer limits, so that a busy machine does not count as an outage.
scaleTimeLimits(10);
captureLog();

// Tests call code in this process without a function of the cloud, so they use the database past its guard.
process.env["AWS_ENDPOINT_URL_DYNAMODB"] = inject("cloud").dynamodbUrl;
