/**
 * Email address of the account with which the canary logs in. The address receives no mail, because the top-level
 * domain ".invalid" never exists: https://www.rfc-editor.org/rfc/rfc2606#section-2.
 * Why: docs/decisions/0138-canary-as-a-learner.md
 */
export const canaryEmail = "canary@parlance.invalid";
