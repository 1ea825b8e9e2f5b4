import * as z from "zod/mini";
import { onEvent } from "../on-event.ts";
import { profiles } from "../services.ts";
import type { Profiles } from "../store/profiles.ts";

/** Cognito's post-confirmation trigger: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html */
const PostConfirmation = z.looseObject({
  triggerSource: z.string(),
  request: z.looseObject({
    userAttributes: z.looseObject({ sub: z.string(), email: z.string(), name: z.optional(z.string()) }),
  }),
});

/** Makes the profile of a learner who has just confirmed their e-mail; a confirmed password reset changes nothing. */
export async function createProfile(
  event: z.output<typeof PostConfirmation>,
  services: { profiles: Pick<Profiles, "createIfMissing"> },
) {
  if (event.triggerSource === "PostConfirmation_ConfirmSignUp") {
    const { sub, email, name } = event.request.userAttributes;
    await services.profiles.createIfMissing({ id: sub, full_name: name ?? "", email, language_preference: null });
  }
  return event;
}

export const handler = onEvent("post-confirmation", PostConfirmation, createProfile, { profiles });
