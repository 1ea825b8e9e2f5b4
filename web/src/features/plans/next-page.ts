import { afterPayment } from "../../../../domain/accounts/redirect.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { useAccount } from "../accounts/account.ts";

/** The page after a payment: its address, and its name in a sentence and on a button. */
export type NextPage = { path: string; named: string; call: string };

const home: NextPage = { path: paths.home, named: "home", call: "Continue to Home" };
const language: NextPage = { path: paths.language, named: "“Select Your Language”", call: "Select Your Language" };

/** The page to which a learner goes from the result of a payment. */
export function useNextPage(): NextPage {
  const { data: account } = useAccount();
  if (!account) return home;
  const { subscription, profile } = account;
  return afterPayment(subscription, profile.language_preference, serverNow()) === paths.language ? language : home;
}
