export type RefusalCode =
  | "bad_json"
  | "bad_request"
  | "body_too_large"
  | "unauthorized"
  | "user_gone"
  | "account_closing"
  | "premium_required"
  | "paid_plan_active"
  | "changed_meanwhile"
  | "profile_not_found"
  | "no_active_plan"
  | "recurring_plan_active"
  | "not_recurring"
  | "month_follows"
  | "payment_open"
  | "no_payment_method"
  | "payment_declined"
  | "payment_pending"
  | "origin_not_allowed"
  | "payments_unavailable"
  | "mail_unavailable"
  | "bad_signature"
  | "checkout_under_way"
  | "other_provider"
  | "code_mismatch"
  | "code_expired"
  | "already_confirmed"
  | "password_not_set"
  | "unknown_exam"
  | "attempt_not_found"
  | "attempt_deleted"
  | "marking_deleted"
  | "too_many_markings"
  | "study_full"
  | "share_not_found"
  | "share_ended"
  | "too_many_links"
  | "too_much_audio"
  | "link_unknown"
  | "link_ended"
  | "link_expired"
  | "link_blocked"
  | "guest_unknown"
  | "too_many_guests"
  | "too_many_comments"
  | "comment_not_found"
  | "not_a_teacher"
  | "inbox_full"
  | "too_many_requests"
  | "service_unavailable"
  | "internal_error";

export const refusalStatus: Record<RefusalCode, number> = {
  bad_json: 400,
  bad_request: 400,
  body_too_large: 413,
  unauthorized: 401,
  user_gone: 401,
  account_closing: 409,
  premium_required: 403,
  paid_plan_active: 409,
  changed_meanwhile: 409,
  profile_not_found: 404,
  no_active_plan: 409,
  recurring_plan_active: 409,
  not_recurring: 409,
  month_follows: 409,
  payment_open: 409,
  no_payment_method: 402,
  payment_declined: 402,
  payment_pending: 409,
  origin_not_allowed: 400,
  payments_unavailable: 503,
  mail_unavailable: 503,
  bad_signature: 400,
  checkout_under_way: 409,
  other_provider: 409,
  code_mismatch: 400,
  code_expired: 400,
  already_confirmed: 409,
  password_not_set: 409,
  unknown_exam: 400,
  attempt_not_found: 404,
  attempt_deleted: 410,
  marking_deleted: 410,
  too_many_markings: 409,
  study_full: 409,
  share_not_found: 404,
  share_ended: 410,
  too_many_links: 409,
  too_much_audio: 409,
  link_unknown: 404,
  link_ended: 410,
  link_expired: 410,
  link_blocked: 403,
  guest_unknown: 403,
  too_many_guests: 409,
  too_many_comments: 409,
  comment_not_found: 404,
  not_a_teacher: 403,
  inbox_full: 409,
  too_many_requests: 429,
  service_unavailable: 503,
  internal_error: 500,
};

/** `message` is safe to show to the caller. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, message: string, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
