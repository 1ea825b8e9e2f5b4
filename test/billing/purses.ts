/** A payment in the model. Amounts are in cents. */
export type Payment = { id: string; cents: number; refunded: number; disputed: number };

/** The returned part of a payment, in cents. */
export const returnedOf = ({ cents, refunded, disputed }: Payment): number => Math.min(cents, refunded + disputed);

/**
 * What became of money, in order; `period` names one period of one plan. Credit is `earned` from a period's money, `spent` on
 * a period, and `restored` from one that was undone.
 */
export type Movement =
  | { kind: "paid"; period: string; payment: Payment }
  | { kind: "spent" | "earned" | "restored"; period: string; cents: number };

/** Coins of one sort: whether the payment that they are from was returned. */
type Coin = "kept" | "returned";
/** Where coins lie: in the wallet, which is the credit, or in a period, as payments or as credit that was spent. */
type Place = `${"payments" | "spent"} of ${string}` | "wallet";

/** An account of every coin: which of them lie where. A debt shows as coins below zero in the wallet. */
export class Purses {
  readonly #coins = new Map<string, number>();

  constructor(movements: readonly Movement[]) {
    for (const movement of movements) this.#follow(movement);
  }

  count(place: Place, coin: Coin): number {
    return this.#coins.get(`${coin} ${place}`) ?? 0;
  }

  /** Coins of one sort that pay for a period. */
  inPeriod(period: string, coin: Coin): number {
    return this.count(`payments of ${period}`, coin) + this.count(`spent of ${period}`, coin);
  }

  /** Credit coins that pay for a period, of both sorts. */
  spentOn(period: string): number {
    return this.count(`spent of ${period}`, "kept") + this.count(`spent of ${period}`, "returned");
  }

  #put(place: Place, coin: Coin, cents: number): void {
    this.#coins.set(`${coin} ${place}`, this.count(place, coin) + cents);
  }

  /** Takes coins as they are listed until there are enough; what is missing is owed by `debtor`. */
  #carry(cents: number, from: readonly [Place, Coin][], to: Place, debtor: Place): void {
    let missing = cents;
    for (const [place, coin] of from) {
      const taken = Math.max(0, Math.min(missing, this.count(place, coin)));
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
        const gone = returnedOf(movement.payment);
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
