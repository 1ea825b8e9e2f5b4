import * as z from "zod/mini";
import { codeMessage } from "../code-message.ts";
import { onEvent } from "../on-event.ts";
import { appOrigin } from "../services.ts";

/** Cognito's custom-message trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-message.html */
const CustomMessage = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({
    codeParameter: z.string(),
    userAttributes: z.looseObject({ name: z.optional(z.string()) }),
  }),
  response: z.looseObject({}),
});

/** Words the e-mails that carry a code; leaves every other message as Cognito words it. */
export async function wordMessage(event: z.output<typeof CustomMessage>, services: { appOrigin: string }) {
  const { codeParameter, userAttributes } = event.request;
  const facts = { code: codeParameter, name: userAttributes.name, appOrigin: services.appOrigin };
  switch (event.triggerSource) {
    case "CustomMessage_SignUp":
    case "CustomMessage_ResendCode":
      return { ...event, response: { ...event.response, ...codeMessage("signup", facts) } };
    case "CustomMessage_ForgotPassword":
      return { ...event, response: { ...event.response, ...codeMessage("reset", facts) } };
    default:
      return event;
  }
}

export const handler = onEvent("custom-message", CustomMessage, wordMessage, { appOrigin });
