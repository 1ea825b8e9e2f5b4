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
  business: string;
  origin: () => string;
  onEvents: () => void;
};

export type Ledger = {
  /** Do not keep the account beyond a transaction, because its `now` does not advance. */
  openAccount: (cause?: EventCause) => Account;
  settleNow: () => void;
  /** Like `settleNow`, but lets other work run between the transactions. */
  settle: () => Promise<void>;
  transact: <Result>(action: (account: Account) => Result) => Result;
};

/** Many changes may be due, so one transaction applies at most this many. */
const maxSettledPerTransaction = 100;
const noRequest: EventCause = { id: null, idempotency_key: null };

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
        // Uses `this.now` and not `seconds`, because a change that is applied late happened at its due time.
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
