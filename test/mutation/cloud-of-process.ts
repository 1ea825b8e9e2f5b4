import { startTestCloud } from "../lambdas/support/cloud-setup.ts";
import { loadTemplateFacts } from "../support/template-facts.ts";

/** The cloud of this process, which ends with the process. */
export const { cloud } = await startTestCloud(await loadTemplateFacts());
