type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

type FailureDetails = { code?: string; param?: string; decline_code?: string };

/** `details` are further fields of "error" in the response. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: FailureDetails;

  constructor(status: number, type: ErrorType, message: string, details: FailureDetails = {}) {
    super(message);
    this.name = "StripeFailure";
    this.status = status;
    this.type = type;
    this.details = details;
  }
}

export function invalidRequest(message: string, details: FailureDetails = {}): StripeFailure {
  return new StripeFailure(400, "invalid_request_error", message, details);
}

/** As at Stripe, the status is 404 for an id in the path, and 400 for an id in a parameter. */
export function resourceMissing(what: string, id: string, param = "id"): StripeFailure {
  const status = param === "id" ? 404 : 400;
  const details = { code: "resource_missing", param };
  return new StripeFailure(status, "invalid_request_error", `No such ${what}: '${id}'`, details);
}

export function notModelled(what: string, param?: string): StripeFailure {
  return invalidRequest(`The local fake of Stripe does not model ${what}.`, param === undefined ? {} : { param });
}

export function cardDeclined(): StripeFailure {
  const details = { code: "card_declined", decline_code: "generic_decline" };
  return new StripeFailure(402, "card_error", "Your card was declined.", details);
}

export function actionRequired(): StripeFailure {
  const message =
    "Payment for this subscription requires additional user action before it can be completed successfully.";
  return new StripeFailure(402, "card_error", message, { code: "subscription_payment_intent_requires_action" });
}
