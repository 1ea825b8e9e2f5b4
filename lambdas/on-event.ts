import middy from "@middy/core";
import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { Refusal } from "../domain/http/refusal.ts";
import { type Providers, provideAll } from "./providers.ts";
import { describeError, log, withLogFields } from "./runtime/log.ts";
import { withDeadline } from "./runtime/time-limits.ts";

/**
 * Failures are thrown again, so that the sender can retry. A `Refusal` is thrown too, because Cognito's triggers can
 * refuse only by an error.
 */
export function onEvent<Schema extends z.ZodMiniType, Services, Result>(
  name: string,
  schema: Schema,
  react: (event: z.output<Schema>, services: Services, context: Context) => Promise<Result>,
  providers: Providers<Services>,
) {
  const base = async (event: unknown, context: Context) => {
    const result = await react(z.parse(schema, event), provideAll(providers), context);
    log("info", "reacted");
    return result;
  };
  const failures: middy.MiddlewareObj<unknown, Result> = {
    onError: ({ error }) => {
      if (error instanceof Refusal) log("info", "refused", { code: error.code });
      else log("error", "failed", describeError(error));
    },
  };
  const chain = middy<unknown, Result>().use(failures).handler(base);
  return (event: unknown, context: Context) =>
    withDeadline(context, () =>
      withLogFields({ eventHandler: name, requestId: context.awsRequestId }, () => chain(event, context)),
    );
}
