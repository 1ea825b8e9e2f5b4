/** A payment in the model. Amounts are in cents. */
export type Payment = { id: string; cents: number; refunded: number; disputed: number };

/** The returned part of a payment, in cents. */
export const returnedPart = ({ cents, refunded, disputed }: Payment): number => Math.min(cents, refunded + disputed);

/**
 * What became of money, in order; `period` names one period of one plan. Credit is `earned` from a period's money, `spent` on
 * a period, and `restored` from one that was undone.
 */
export type Movement =
  | { kind: "paid"; period: string; payment: Payment }
  | { kind: "spent" | "earned" | "restored"; period: string; cents: number };

/** Coins of one sort: whether the payment that they are from was returned. */
type MoneyKind = "kept" | "returned";
/** Where coins lie: in the wallet, which is the credit, or in a period, as payments or as credit that was spent. */
type BalancePlace = `${"payments" | "spent"} of ${string}` | "wallet";

/** An account of every coin: which of them lie where. A debt shows as coins below zero in the wallet. */
export class Balances {
  readonly #coins = new Map<string, number>();

  constructor(movements: readonly Movement[]) {
    for (const movement of movements) this.#follow(movement);
  }

  centsAt(place: BalancePlace, coin: MoneyKind): number {
    return this.#coins.get(`${coin} ${place}`) ?? 0;
  }

  /** Coins of one sort that pay for a period. */
  centsInPeriod(period: string, coin: MoneyKind): number {
    return this.centsAt(`payments of ${period}`, coin) + this.centsAt(`spent of ${period}`, coin);
  }

  /** Credit coins that pay for a period, of both sorts. */
  creditSpentOn(period: string): number {
    return this.centsAt(`spent of ${period}`, "kept") + this.centsAt(`spent of ${period}`, "returned");
  }

  #put(place: BalancePlace, coin: MoneyKind, cents: number): void {
    this.#coins.set(`${coin} ${place}`, this.centsAt(place, coin) + cents);
  }

  /** Takes coins as they are listed until there are enough; what is missing is owed by `debtor`. */
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
      // Good coins are spent first, and bad ones earned first: so bad ones lie in the wallet, where they can be withheld.
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
