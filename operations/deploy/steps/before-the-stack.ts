import { CreateEmailIdentityCommand, PutEmailIdentityMailFromAttributesCommand } from "@aws-sdk/client-sesv2";
import { googleSecretName } from "../../../lib/names.ts";
import type { Step } from "../../stage/deployment.ts";
import { readSecret, storeSecret } from "../../stage/secrets.ts";
import { fetchCaller, isBootstrapped } from "../checks/account.ts";
import { findMailIdentity, mailIdentityName } from "../checks/mail.ts";
import { runCdk } from "./deploy-stack.ts";

export const bootstrap: Step = {
  name: "Preparing the account",
  run: async (deployment) => {
    if (await isBootstrapped(deployment)) return "already prepared";
    const { account } = await fetchCaller(deployment);
    await runCdk(deployment, ["bootstrap", `aws://${account}/${deployment.config.region}`]);
    return "done";
  },
};

/** No stack creates or deletes the sender at SES, because several stages may share it. */
export const registerSender: Step = {
  name: "Email sender",
  run: async (deployment) => {
    const { ses } = deployment.aws;
    const { domain } = deployment.config.mail;
    const name = mailIdentityName(deployment);
    const known = await findMailIdentity(deployment);
    if (!known) await ses.send(new CreateEmailIdentityCommand({ EmailIdentity: name }));
    if (domain && !known?.mailFrom) {
      const MailFromDomain = `bounces.${domain}`;
      await ses.send(new PutEmailIdentityMailFromAttributesCommand({ EmailIdentity: name, MailFromDomain }));
    }
    return known ? `${name} is already registered` : `${name} is registered; SES has to verify it`;
  },
};

/** Runs before the stack's deploy, because the stack reads the secret. */
export const storeGoogleSecret: Step = {
  name: "Google client secret",
  run: async ({ aws, config, given: { googleClientSecret }, stackName }) => {
    if (!config.google) return "the stage has no log-in through Google";
    if (!googleClientSecret) return "kept";
    const name = googleSecretName(stackName);
    const value = JSON.stringify({ clientSecret: googleClientSecret });
    if ((await readSecret(aws, name)) === value) return "unchanged";
    return storeSecret(aws, name, { description: `Google's OAuth client of ${stackName}`, value });
  },
};
