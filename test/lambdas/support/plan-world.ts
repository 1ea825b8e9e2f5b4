import type { CustomerBilling } from "../../../domain/plans/purchase.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import type { DomainEvent } from "../../../domain/realtime/event.ts";
import { aDirectoryUser, noClosedAccounts } from "./directory-user.ts";
import { createMemorySubscriptions } from "./memory-subscriptions.ts";
import { createScriptedPaymentProvider } from "./scripted-payment-provider.ts";

export const aRow = (fields: Partial<Subscription> = {}): Subscription => ({
  user_id: "asha",
  plan_type: "pro",
  active: true,
  start_date: "2027-01-01T00:00:00.000Z",
  end_date: "2027-02-01T00:00:00.000Z",
  stripe_customer_id: "cus_1",
  stripe_subscription_id: "sub_1",
  last_paid: { cents: 1999, at: "2027-01-01T00:00:00.000Z" },
  updated_at: "2027-01-01T00:00:00.000Z",
  revision: 1,
  ...fields,
});

export const aOnceRow = (fields: Partial<Subscription> = {}) => aRow({ stripe_subscription_id: "pi_1", ...fields });

export const endedRows = (count: number): Subscription[] =>
  Array.from({ length: count }, (_, nth) =>
    aOnceRow({
      user_id: `learner-${nth}`,
      stripe_customer_id: `cus_${nth}`,
      stripe_subscription_id: `pi_${nth}`,
      end_date: new Date(Date.UTC(2027, 0, 31, 1, nth)).toISOString(),
    }),
  );

export const caller = { userId: "asha", username: "asha@example.org" };

type Given = { rows?: readonly Subscription[]; billing?: Partial<CustomerBilling>; now?: string };

export function createPlanWorld({ rows = [], billing = {}, now = "2027-01-15T12:00:00.000Z" }: Given = {}) {
  const stored = createMemorySubscriptions(...rows);
  const provider = createScriptedPaymentProvider(billing);
  const told: DomainEvent[] = [];
  const time = { now };
  const services = {
    clock: { now: () => new Date(time.now) },
    subscriptions: stored.subscriptions,
    payments: provider.payments,
    bus: {
      publish: async (event: DomainEvent) => {
        told.push(event);
      },
    },
    profiles: { get: async () => null },
    users: { get: async () => aDirectoryUser({ email: "asha@example.org" }) },
    callCounts: { admit: async () => null },
    closedAccounts: noClosedAccounts,
    appOrigins: ["https://app.example", "http://localhost:5173"],
  };
  return { ...stored, ...provider, services, told, time };
}
