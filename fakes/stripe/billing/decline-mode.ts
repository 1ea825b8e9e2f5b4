import type { Account } from "../account/account.ts";

const setting = "declining";

/** Whether every payment is declined, as somebody wished on the fake's page. */
export function isDeclining({ store }: Pick<Account, "store">): boolean {
  return store.readSetting(setting) === "yes";
}

/** Has every payment declined from now on, or none of those that would succeed otherwise. */
export function setDeclining({ store }: Pick<Account, "store">, isOn: boolean): void {
  store.writeSetting(setting, isOn ? "yes" : "no");
}
