import * as z from "zod/mini";
import { languageNames } from "../content/language.ts";
import { noBody, noParams, type Route } from "../http/route.ts";
import { Account, Email, ExportLink, identityProviders } from "./account.ts";
import { ConfirmationCode } from "./code-link.ts";
import { FullName } from "./full-name.ts";
import { Password } from "./password.ts";
import { Profile } from "./profile.ts";

export const accountRoutes = {
  "check-user-provider": {
    method: "POST",
    path: "/check-user-provider",
    access: "public",
    params: noParams,
    body: z.strictObject({ email_to_check: Email }),
    response: z.object({
      user_exists: z.boolean(),
      provider: z.nullable(z.enum(identityProviders)),
      /** False until the account is confirmed in Cognito. */
      confirmed: z.boolean(),
    }),
  },
  "confirm-email": {
    method: "POST",
    path: "/email-confirmations",
    access: "public",
    params: noParams,
    body: z.strictObject({
      email: Email,
      code: ConfirmationCode,
      password: Password,
      full_name: z.optional(FullName),
    }),
    response: z.object({ confirmed: z.literal(true) }),
  },
  "get-account": {
    method: "GET",
    path: "/account",
    access: "user",
    servesClosed: true,
    params: noParams,
    body: noBody,
    response: Account,
  },
  "export-account": {
    method: "GET",
    path: "/account/export",
    access: "user",
    params: noParams,
    body: noBody,
    response: ExportLink,
  },
  "end-sessions": {
    method: "DELETE",
    path: "/sessions",
    access: "user",
    params: noParams,
    body: noBody,
    response: z.object({ ended: z.literal(true) }),
  },
  "delete-user": {
    method: "DELETE",
    path: "/account",
    access: "user",
    servesClosed: true,
    params: noParams,
    body: noBody,
    response: z.object({ deleted: z.literal(true) }),
  },
  "update-profile": {
    method: "PATCH",
    path: "/profile",
    access: "user",
    params: noParams,
    body: z
      .strictObject({
        full_name: z.optional(FullName),
        language_preference: z.optional(z.enum(languageNames)),
      })
      .check(z.refine((change) => Object.keys(change).length > 0, "Nothing to change")),
    response: Profile,
  },
  "await-language": {
    method: "PUT",
    path: "/awaited-languages/{language}",
    access: "user",
    params: z.object({ language: z.enum(languageNames) }),
    body: z.strictObject({ awaited: z.boolean() }),
    response: Profile,
  },
} as const satisfies Record<string, Route>;
