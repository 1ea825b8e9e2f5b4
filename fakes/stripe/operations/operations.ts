import type { Operation } from "../protocol/operation.ts";
import { balanceTransactionOperations } from "./balance-transactions.ts";
import { customerOperations } from "./customers.ts";
import { disputeOperations } from "./disputes.ts";
import { invoiceOperations } from "./invoices.ts";
import { chargeOperations, paymentIntentOperations, paymentMethodOperations } from "./payments.ts";
import { portalConfigurationOperations } from "./portal-configurations.ts";
import { portalSessionOperations } from "./portal-sessions.ts";
import { priceOperations } from "./prices.ts";
import { productOperations } from "./products.ts";
import { refundOperations } from "./refunds.ts";
import { sessionOperations } from "./sessions.ts";
import { subscriptionOperations } from "./subscriptions.ts";
import { webhookEndpointOperations } from "./webhook-endpoints.ts";

export const operations: readonly Operation[] = [
  ...customerOperations,
  ...balanceTransactionOperations,
  ...productOperations,
  ...priceOperations,
  ...sessionOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...paymentIntentOperations,
  ...chargeOperations,
  ...paymentMethodOperations,
  ...refundOperations,
  ...disputeOperations,
  ...portalSessionOperations,
  ...portalConfigurationOperations,
  ...webhookEndpointOperations,
];
