import * as z from "zod/mini";
import { EdgeRefusal } from "./refusal.ts";

const EpochSeconds = z.strictObject({ "AWS:EpochTime": z.int().check(z.gte(0), z.lte(2_147_483_647)) });

/**
 * `IpAddress` and unknown conditions are refused, because the fake would ignore them.
 * Source: "Create a signed URL using a custom policy" in the CloudFront Developer Guide.
 */
const Policy = z.strictObject({
  Statement: z.tuple([
    z.strictObject({
      Resource: z.string(),
      Condition: z.strictObject({ DateLessThan: EpochSeconds, DateGreaterThan: z.optional(EpochSeconds) }),
    }),
  ]),
});
export type Policy = z.infer<typeof Policy>;

/** @throws EdgeRefusal MalformedPolicy */
export function parsePolicy(policyText: string): Policy {
  try {
    return Policy.parse(JSON.parse(policyText));
  } catch {
    throw new EdgeRefusal("MalformedPolicy");
  }
}

export function matchesPattern(pattern: string, text: string): boolean {
  const source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, (sign) => {
    if (sign === "*") return ".*";
    return sign === "?" ? "." : `\\${sign}`;
  });
  return new RegExp(`^${source}$`, "s").test(text);
}

export function isInForce(policy: Policy, now: Date): boolean {
  const { DateLessThan, DateGreaterThan } = policy.Statement[0].Condition;
  const seconds = now.getTime() / 1000;
  return seconds < DateLessThan["AWS:EpochTime"] && seconds > (DateGreaterThan?.["AWS:EpochTime"] ?? 0);
}
