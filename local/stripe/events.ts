import * as z from "zod/mini";
import { isNamed } from "./event-log.ts";
import { noSuch } from "./failure.ts";
import { listOperation, operation } from "./operation.ts";
import { listOf, Text } from "./parameters.ts";

const retrieve = operation("GET", "/events/:id", {}, ({ events }, _, id) => {
  const event = events.find(id);
  if (!event) throw noSuch("event", id);
  return event;
});

const list = listOperation(
  "/events",
  { type: z.optional(Text), types: z.optional(listOf(Text).check(z.maxLength(20))) },
  ({ events }, { type, types }) => {
    const wanted = types ?? (type === undefined ? ["*"] : [type]);
    return events.list().filter((event) => isNamed(event.type, wanted));
  },
);

export const eventOperations = [list, retrieve];
