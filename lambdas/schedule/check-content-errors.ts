import * as z from "zod/mini";
import { type ContentFault, contentCheckMs, findContentFault } from "../../domain/content/content-errors.ts";
import type { ContentMetrics } from "../files/content-metrics.ts";
import { onEvent } from "../on-event.ts";
import type { Clock } from "../runtime/clock.ts";
import { log } from "../runtime/log.ts";
import { clock, contentMetrics } from "../services.ts";

export type ContentCheckServices = { clock: Clock; contentMetrics: ContentMetrics };

/** CloudFront's metrics arrive some minutes late. */
const delayMs = 5 * 60_000;
const minuteMs = 60_000;

class ContentFaultError extends Error {
  constructor({ kind, percent, requests }: ContentFault) {
    super(`CloudFront ${kind === "failed" ? "failed on" : "refused"} ${percent}% of ${requests} requests for content`);
    this.name = "ContentFaultError";
  }
}

/**
 * CloudFront's metrics are in us-east-1, and a CloudWatch alarm reads only metrics of its own region.
 * Why: docs/decisions/0136-content-errors-from-every-region.md
 * @throws ContentFaultError if too many requests failed or were refused
 */
export async function checkContentErrors(
  _event: unknown,
  { clock, contentMetrics }: ContentCheckServices,
): Promise<void> {
  const now = clock.now().getTime() - delayMs;
  const until = new Date(now - (now % minuteMs));
  const minutes = await contentMetrics.read(new Date(until.getTime() - contentCheckMs), until);
  const fault = findContentFault(minutes, until);
  if (fault) throw new ContentFaultError(fault);
  log("info", "content checked", { minutes: minutes.length });
}

export const handler = onEvent("check-content-errors", z.unknown(), checkContentErrors, { clock, contentMetrics });
