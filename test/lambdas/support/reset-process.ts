import { inject } from "vitest";
import { runningFunction } from "../../../fakes/iam/running-function.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import { scaleTimeLimits } from "../../../lambdas/runtime/time-limits.ts";
import { replaceClock, separateServices } from "../../../lambdas/services.ts";
import { captureLog } from "./capture-log.ts";
import { restoreEnvironment } from "./first-environment.ts";

// With `isolate: false`, test files share a process. So each file starts with a reset of the process.
restoreEnvironment();
const ofThisFile: Record<string, object> = {};
// The tests have their own services. Each handler of a cloud in this process also has its own services.
separateServices(() => {
  const { name } = runningFunction();
  ofThisFile[name] ??= {};
  return ofThisFile[name];
});
replaceClock(systemClock);
// The limits are longer, so that a slow response of a busy machine does not count as an outage.
scaleTimeLimits(10);
captureLog();

// The cloud checks each call against the grants of the calling handler. Tests are not handlers, so their calls go
// directly to the database, without this check.
process.env["AWS_ENDPOINT_URL_DYNAMODB"] = inject("cloud").dynamodbUrl;
