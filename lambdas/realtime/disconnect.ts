import * as z from "zod/mini";
import { onEvent } from "../on-event.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { connections } from "../services.ts";

const providers = {
  connections: pickMethods(connections, "removeById"),
};
type Services = ProvidedServices<typeof providers>;

/** API Gateway sends $disconnect on a best-effort basis. */
const DisconnectEvent = z.looseObject({ requestContext: z.looseObject({ connectionId: z.string() }) });

export async function disconnect({ requestContext }: z.output<typeof DisconnectEvent>, services: Services) {
  await services.connections.removeById(requestContext.connectionId);
  return { statusCode: 200 };
}

export const handler = onEvent("realtime-disconnect", DisconnectEvent, disconnect, providers);
