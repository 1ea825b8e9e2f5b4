import * as z from "zod/mini";
import { onEvent } from "../on-event.ts";
import { directoryOf, profiles } from "../services.ts";
import type { Profiles } from "../store/profiles.ts";
import type { UserDirectory } from "../user-directory.ts";

/** Cognito's post-confirmation trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html */
const PostConfirmation = z.looseObject({
  triggerSource: z.string(),
  userPoolId: z.string(),
  userName: z.string(),
  request: z.looseObject({
    userAttributes: z.looseObject({ sub: z.string(), email: z.string(), name: z.optional(z.string()) }),
  }),
});

type Services = {
  profiles: Pick<Profiles, "createIfMissing">;
  directoryOf: (userPoolId: string) => Pick<UserDirectory, "signOutEverywhere">;
};

/**
 * Makes the profile of a learner who has just confirmed their e-mail, or come through Google for the first time. A new
 * password set with a code ends every session: whoever else was signed in knew the old one, or stole a token.
 */
export async function onConfirmed(event: z.output<typeof PostConfirmation>, { profiles, directoryOf }: Services) {
  switch (event.triggerSource) {
    case "PostConfirmation_ConfirmSignUp": {
      const { sub, email, name } = event.request.userAttributes;
      await profiles.createIfMissing({ id: sub, full_name: name ?? "", email, language_preference: null });
      break;
    }
    case "PostConfirmation_ConfirmForgotPassword":
      await directoryOf(event.userPoolId).signOutEverywhere(event.userName);
      break;
  }
  return event;
}

export const handler = onEvent("post-confirmation", PostConfirmation, onConfirmed, { directoryOf, profiles });
