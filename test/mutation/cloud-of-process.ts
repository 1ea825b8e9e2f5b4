import { startTestCloud } from "../lambdas/support/cloud-setup.ts";
import { loadTemplateFacts } from "../support/template-facts.ts";

/** The cloud runs until this process ends. */
export const { cloud } = await startTestCloud(await loadTemplateFacts());
