import * as z from "zod/mini";
import { noParams, type Route } from "../http/route.ts";
import { SupportMessage } from "./support-message.ts";

export const supportRoutes = {
  "send-support-email": {
    method: "POST",
    path: "/support-messages",
    access: "user",
    params: noParams,
    body: SupportMessage,
    response: z.object({ sent: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
