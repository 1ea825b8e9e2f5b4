import { inject } from "vitest";
import { runningFunction } from "../../../fakes/iam/running-function.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import { scaleTimeLimits } from "../../../lambdas/runtime/time-limits.ts";
import { replaceClock, separateServices } from "../../../lambdas/services.ts";
import { captureLog } from "./capture-log.ts";
import { restoreEnvironment } from "./first-environment.ts";

// Files share a process: each begins without the cloud, the services, the clock and the log of the one before it.
restoreEnvironment();
const ofThisFile: Record<string, object> = {};
// The tests, and each handler of a cloud that runs in their process, have services of their own.
separateServices(() => {
  const { name } = runningFunction();
  ofThisFile[name] ??= {};
  return ofThisFile[name];
});
replaceClock(systemClock);
// A busy machine is no service that hangs.
scaleTimeLimits(10);
captureLog();

// What tests call in their own process, handlers among it, is no function of the cloud, and goes past what guards it.
process.env["AWS_ENDPOINT_URL_DYNAMODB"] = inject("cloud").dynamodbUrl;
