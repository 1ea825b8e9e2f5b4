import type {
  CustomMessageTriggerEvent,
  PostConfirmationTriggerEvent,
  PreAuthenticationTriggerEvent,
  PreSignUpTriggerEvent,
} from "aws-lambda";
import * as z from "zod/mini";
import { CognitoFailure } from "./failure.ts";
import type { User } from "./users.ts";

/** Triggers return the event with its response. */
export type Triggers = {
  preSignUp?: (event: PreSignUpTriggerEvent) => Promise<unknown>;
  preAuthentication?: (event: PreAuthenticationTriggerEvent) => Promise<unknown>;
  customMessage?: (event: CustomMessageTriggerEvent) => Promise<unknown>;
  postConfirmation?: (event: PostConfirmationTriggerEvent) => Promise<unknown>;
};

type Metadata = Record<string, string> | undefined;
export type CustomMessageSource = "CustomMessage_SignUp" | "CustomMessage_ResendCode" | "CustomMessage_ForgotPassword";
export type PreSignUpSource = "PreSignUp_SignUp" | "PreSignUp_AdminCreateUser" | "PreSignUp_ExternalProvider";
export type PostConfirmationSource = PostConfirmationTriggerEvent["triggerSource"];

export type TriggerCalls = {
  preSignUp: (signUp: {
    source: PreSignUpSource;
    username: string;
    attributes: Record<string, string>;
    validationData: Record<string, string>;
    clientMetadata: Metadata;
  }) => Promise<{ autoConfirmUser: boolean; autoVerifyEmail: boolean }>;
  preAuthentication: (username: string, user: User | null) => Promise<void>;
  customMessage: (
    source: CustomMessageSource,
    user: User,
    clientMetadata: Metadata,
  ) => Promise<{ emailSubject: string | null; emailMessage: string | null }>;
  postConfirmation: (source: PostConfirmationSource, user: User, clientMetadata: Metadata) => Promise<void>;
};

export const codeParameter = "{####}";

const unreadableLambdaOutput = () =>
  new CognitoFailure("InvalidLambdaResponseException", "Unrecognizable lambda output");

const PreSignUpAnswer = z.object({
  response: z.object({
    autoConfirmUser: z._default(z.boolean(), false),
    autoVerifyEmail: z._default(z.boolean(), false),
  }),
});
const CustomMessageAnswer = z.object({
  response: z.object({
    emailSubject: z._default(z.nullable(z.string()), null),
    emailMessage: z._default(z.nullable(z.string()), null),
  }),
});

async function runTrigger<Event>(
  name: string,
  trigger: (event: Event) => Promise<unknown>,
  event: Event,
): Promise<unknown> {
  try {
    return await trigger(event);
  } catch (error) {
    // PreSignUp and PreAuthentication throw in order to refuse a user, so only failures of other triggers are logged.
    if (name !== "PreSignUp" && name !== "PreAuthentication")
      console.error(`Local Cognito: the ${name} trigger failed:`, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CognitoFailure("UserLambdaValidationException", `${name} failed with error ${reason}.`);
  }
}

function eventAttributes({ attributes, status }: User): Record<string, string> {
  return { ...attributes, "cognito:user_status": status };
}

type CommonFields = (userName: string) => {
  version: string;
  region: string;
  userPoolId: string;
  userName: string;
  callerContext: { awsSdkVersion: string; clientId: string };
};

function wrapPreSignUp(trigger: Triggers["preSignUp"], common: CommonFields): TriggerCalls["preSignUp"] {
  return async ({ source, username, attributes, validationData, clientMetadata }) => {
    if (!trigger) return { autoConfirmUser: false, autoVerifyEmail: false };
    const answer = await runTrigger("PreSignUp", trigger, {
      ...common(username),
      triggerSource: source,
      request: { userAttributes: { ...attributes }, validationData, ...(clientMetadata && { clientMetadata }) },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
    const parsed = PreSignUpAnswer.safeParse(answer);
    if (!parsed.success) throw unreadableLambdaOutput();
    return parsed.data.response;
  };
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-authentication.html */
function wrapPreAuthentication(
  trigger: Triggers["preAuthentication"],
  common: CommonFields,
): TriggerCalls["preAuthentication"] {
  return async (username, user) => {
    if (!trigger) return;
    await runTrigger("PreAuthentication", trigger, {
      ...common(username),
      triggerSource: "PreAuthentication_Authentication",
      request: { userAttributes: user ? eventAttributes(user) : {}, userNotFound: user === null },
      response: {},
    });
  };
}

function wrapCustomMessage(trigger: Triggers["customMessage"], common: CommonFields): TriggerCalls["customMessage"] {
  return async (triggerSource, user, clientMetadata) => {
    if (!trigger) return { emailSubject: null, emailMessage: null };
    const answer = await runTrigger("CustomMessage", trigger, {
      ...common(user.username),
      triggerSource,
      request: {
        userAttributes: eventAttributes(user),
        codeParameter,
        linkParameter: "{##Click Here##}",
        usernameParameter: null,
        ...(clientMetadata && { clientMetadata }),
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
    });
    const parsed = CustomMessageAnswer.safeParse(answer);
    if (!parsed.success) throw unreadableLambdaOutput();
    return parsed.data.response;
  };
}

function wrapPostConfirmation(
  trigger: Triggers["postConfirmation"],
  common: CommonFields,
): TriggerCalls["postConfirmation"] {
  return async (triggerSource, user, clientMetadata) => {
    if (!trigger) return;
    await runTrigger("PostConfirmation", trigger, {
      ...common(user.username),
      triggerSource,
      request: { userAttributes: eventAttributes(user), ...(clientMetadata && { clientMetadata }) },
      response: {},
    });
  };
}

export function wrapTriggers(
  { preSignUp, preAuthentication, customMessage, postConfirmation }: Triggers,
  { userPoolId, clientId, region }: { userPoolId: string; clientId: string; region: string },
): TriggerCalls {
  const common: CommonFields = (userName) => ({
    version: "1",
    region,
    userPoolId,
    userName,
    callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId },
  });
  return {
    preSignUp: wrapPreSignUp(preSignUp, common),
    preAuthentication: wrapPreAuthentication(preAuthentication, common),
    customMessage: wrapCustomMessage(customMessage, common),
    postConfirmation: wrapPostConfirmation(postConfirmation, common),
  };
}
