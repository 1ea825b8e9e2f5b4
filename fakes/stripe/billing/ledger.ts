import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Account } from "../account/account.ts";
import type { EventCause, EventLog } from "../account/event-log.ts";
import { inTransaction, type Store } from "../account/store.ts";
import { settleDue } from "./settle.ts";

type Settings = {
  state: DatabaseSync;
  store: Store;
  events: EventLog;
  now: () => Date;
  /** The name of the business. */
  business: string;
  origin: () => string;
  /** Called once events may have been recorded. */
  onEvents: () => void;
};

export type Ledger = {
  /** The account at this moment; only for use within one transaction. */
  openAccount: (cause?: EventCause) => Account;
  /** Makes everything happen that is due, before anything else is looked at. */
  settleNow: () => void;
  /** The same, giving way to other work in between. */
  settle: () => Promise<void>;
  /** Changes the account as one: everything is kept, or nothing if it throws. */
  transact: <Result>(action: (account: Account) => Result) => Result;
};

/** How much happens in one transaction when much is due. */
const maxSettledPerTransaction = 100;
const noRequest: EventCause = { id: null, idempotency_key: null };

/** Opens the account for changes, one after the other. */
export function openLedger({ state, store, events, now, business, origin, onEvents }: Settings): Ledger {
  const openAccount = (cause = noRequest): Account => {
    const seconds = Math.floor(now().getTime() / 1000);
    return {
      store,
      events,
      now: seconds,
      business,
      origin: origin(),
      publish(type, object, previous) {
        // Not `seconds`: what is settled late happened at its own time.
        events.record({ type, object, previous, now: this.now, cause });
      },
    };
  };
  const settleSome = () => {
    const account = openAccount();
    if (!store.firstDue(account.now)) return false;
    return inTransaction(state, () => settleDue(account, maxSettledPerTransaction));
  };
  const settleNow = () => {
    while (settleSome());
    onEvents();
  };
  return {
    openAccount,
    settleNow,
    settle: async () => {
      while (settleSome()) await setImmediate();
      onEvents();
    },
    transact: (action) => {
      settleNow();
      const result = inTransaction(state, () => action(openAccount()));
      onEvents();
      return result;
    },
  };
}
