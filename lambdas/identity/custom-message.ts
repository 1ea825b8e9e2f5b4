import * as z from "zod/mini";
import { renderCodeMessage } from "../mail/messages.ts";
import { onEvent } from "../on-event.ts";
import { appOrigins } from "../services.ts";

/** Cognito's custom-message trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html */
const CustomMessage = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({
    codeParameter: z.string(),
    userAttributes: z.looseObject({ email: z.string() }),
    // The web app sends its own origin.
    clientMetadata: z.optional(z.looseObject({ origin: z.optional(z.string()) })),
  }),
  response: z.looseObject({}),
});

type Event = z.output<typeof CustomMessage>;

function originFor({ request }: Event, appOrigins: readonly string[]): string {
  const origin = request.clientMetadata?.origin;
  const [own = ""] = appOrigins;
  return origin !== undefined && appOrigins.includes(origin) ? origin : own;
}

export async function customiseMessage(event: Event, { appOrigins }: { appOrigins: readonly string[] }) {
  const { codeParameter, userAttributes } = event.request;
  const facts = { code: codeParameter, email: userAttributes.email, appOrigin: originFor(event, appOrigins) };
  switch (event.triggerSource) {
    case "CustomMessage_SignUp":
    case "CustomMessage_ResendCode":
      return { ...event, response: { ...event.response, ...renderCodeMessage("signup", facts) } };
    case "CustomMessage_ForgotPassword":
      return { ...event, response: { ...event.response, ...renderCodeMessage("reset", facts) } };
    default:
      return event;
  }
}

export const handler = onEvent("custom-message", CustomMessage, customiseMessage, { appOrigins });
