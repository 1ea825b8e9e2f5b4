import * as z from "zod/mini";
import type { RefusalCode } from "../../../domain/http/refusal.ts";
import { guestRoutes } from "../../../domain/sharing/guest-routes.ts";
import type { GuestKey } from "./guest-key.ts";

type GuestRoutes = typeof guestRoutes;
type GuestRouteName = keyof GuestRoutes;

export type FailureCode = RefusalCode | "unreachable" | "unreadable";

export class GuestCallError extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(`The call failed: ${code}`);
    this.name = "GuestCallError";
    this.code = code;
  }
}

export function failureCode(error: unknown): FailureCode {
  return error instanceof GuestCallError ? error.code : "internal_error";
}

const closedCodes: readonly FailureCode[] = ["link_unknown", "link_ended", "link_expired", "link_blocked"];
const lastingCodes: readonly FailureCode[] = [
  "bad_request",
  "body_too_large",
  "guest_unknown",
  "too_many_guests",
  "too_many_comments",
  "comment_not_found",
  "not_a_teacher",
  "attempt_not_found",
  "attempt_deleted",
  "marking_deleted",
  "too_many_markings",
];

export const isClosed = (code: FailureCode): boolean => closedCodes.includes(code);

export const isTemporary = (code: FailureCode): boolean => !isClosed(code) && !lastingCodes.includes(code);

const timeoutMs = 20_000;

const Refused = z.object({ code: z.string() });

async function readRefusal(response: Response): Promise<GuestCallError> {
  const body = Refused.safeParse(await response.json().catch(() => null));
  // An unknown code of a newer server counts as a temporary failure.
  if (body.success) return new GuestCallError(body.data.code as RefusalCode);
  return new GuestCallError(response.status === 429 ? "too_many_requests" : "internal_error");
}

type CallBody<Name extends GuestRouteName> = Omit<z.output<GuestRoutes[Name]["body"]>, "token" | "guest">;

export type SharedApi = {
  /** @throws GuestCallError */
  call: <Name extends GuestRouteName>(
    name: Name,
    body: CallBody<Name>,
  ) => Promise<z.output<GuestRoutes[Name]["response"]>>;
};

/** `guest` is a function, because another tab may renew the key. */
type Connection = { apiUrl: string; token: string; guest: () => GuestKey };

export function createSharedApi({ apiUrl, token, guest }: Connection): SharedApi {
  return {
    call: async (name, body) => {
      const caller = name === "add-reusable-comment" ? { token } : { token, guest: guest() };
      const { method, path, response: Schema } = guestRoutes[name];
      const response = await fetch(apiUrl + path, {
        method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...caller, ...body }),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => {
        throw new GuestCallError("unreachable");
      });
      if (!response.ok) throw await readRefusal(response);
      const value: unknown = await response.json().catch(() => null);
      const reply = z.safeParse(Schema, value);
      if (!reply.success) throw new GuestCallError("unreadable");
      // `data` was parsed with this route's schema, but TypeScript cannot connect the schema to the type parameter.
      return reply.data as z.output<GuestRoutes[typeof name]["response"]>;
    },
  };
}
