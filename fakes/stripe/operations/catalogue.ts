import type { Account } from "../account/account.ts";
import type { Metadata } from "../account/stored.ts";
import { addPrice, findPrice } from "./prices.ts";
import { addProduct } from "./products.ts";

/** What is sold from the start. */
export type OfferedProduct = {
  name: string;
  metadata: Metadata;
  prices: readonly {
    lookupKey: string;
    /** In US cents. */
    cents: number;
    /** Whether it is paid every month; otherwise it is paid once. */
    isMonthly: boolean;
  }[];
};

/** Makes products and their prices, as far as they are missing. */
export function ensureCatalogue(account: Account, offered: readonly OfferedProduct[]): void {
  for (const { name, metadata, prices } of offered) {
    const [known] = prices.flatMap(({ lookupKey }) => findPrice(account, lookupKey) ?? []);
    const missing = prices.filter(({ lookupKey }) => !findPrice(account, lookupKey));
    const product = known?.product ?? addProduct(account, { name, metadata }).id;
    for (const { lookupKey, cents, isMonthly } of missing) {
      addPrice(account, { product, unitAmount: cents, currency: "usd", isMonthly, lookupKey });
    }
  }
}
