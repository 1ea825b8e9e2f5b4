/** All amounts are in cents. */
export type Payment = { id: string; cents: number; refunded: number; disputed: number };

export const returnedPart = ({ cents, refunded, disputed }: Payment): number => Math.min(cents, refunded + disputed);

/**
 * A movement of money. `period` is the id of a period. Credit is earned from a period, spent on a period, or restored
 * from a cancelled period.
 */
export type Movement =
  | { kind: "paid"; period: string; payment: Payment }
  | { kind: "spent" | "earned" | "restored"; period: string; cents: number };

type MoneyKind = "kept" | "returned";
/** A place that holds cents: `wallet` holds the credit, and a period holds payments and spent credit. */
type BalancePlace = `${"payments" | "spent"} of ${string}` | "wallet";

/** A negative amount in the wallet is a debt. */
export class Balances {
  readonly #coins = new Map<string, number>();

  constructor(movements: readonly Movement[]) {
    for (const movement of movements) this.#follow(movement);
  }

  centsAt(place: BalancePlace, coin: MoneyKind): number {
    return this.#coins.get(`${coin} ${place}`) ?? 0;
  }

  centsInPeriod(period: string, coin: MoneyKind): number {
    return this.centsAt(`payments of ${period}`, coin) + this.centsAt(`spent of ${period}`, coin);
  }

  creditSpentOn(period: string): number {
    return this.centsAt(`spent of ${period}`, "kept") + this.centsAt(`spent of ${period}`, "returned");
  }

  #put(place: BalancePlace, coin: MoneyKind, cents: number): void {
    this.#coins.set(`${coin} ${place}`, this.centsAt(place, coin) + cents);
  }

  #carry(cents: number, from: readonly [BalancePlace, MoneyKind][], to: BalancePlace, debtor: BalancePlace): void {
    let missing = cents;
    for (const [place, coin] of from) {
      const taken = Math.max(0, Math.min(missing, this.centsAt(place, coin)));
      this.#put(place, coin, -taken);
      this.#put(to, coin, taken);
      missing -= taken;
    }
    this.#put(debtor, "kept", debtor === to ? missing : -missing);
    if (debtor !== to) this.#put(to, "kept", missing);
  }

  #follow(movement: Movement): void {
    const { kind, period } = movement;
    const [payments, spent] = [`payments of ${period}`, `spent of ${period}`] as const;
    switch (kind) {
      case "paid": {
        const gone = returnedPart(movement.payment);
        this.#put(payments, "returned", gone);
        this.#put(payments, "kept", movement.payment.cents - gone);
        return;
      }
      // Returned money should stay in the wallet, where it can be withheld. So spending takes it last, and earning takes
      // it first.
      case "spent":
        this.#carry(
          movement.cents,
          [
            ["wallet", "kept"],
            ["wallet", "returned"],
          ],
          spent,
          "wallet",
        );
        return;
      case "earned":
        this.#carry(
          movement.cents,
          [
            [payments, "returned"],
            [spent, "returned"],
            [payments, "kept"],
            [spent, "kept"],
          ],
          "wallet",
          "wallet",
        );
        return;
      case "restored":
        this.#carry(
          movement.cents,
          [
            [spent, "kept"],
            [spent, "returned"],
          ],
          "wallet",
          "wallet",
        );
    }
  }
}
