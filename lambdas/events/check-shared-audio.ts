import * as z from "zod/mini";
import { isMp3 } from "../../domain/sharing/mp3-header.ts";
import type { ArrivedFile } from "../files/arrived-audio.ts";
import { onEvent } from "../on-event.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { addLogFields, countMetric } from "../runtime/log.ts";
import { arrivedAudio, bus, clock, shareComments, shareLinks, shares } from "../services.ts";
import { type ExpectedAudio, findExpectedAudio } from "../sharing/expected-audio.ts";

/**
 * S3's event for a stored object: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html (read on
 * 2026-11-26)
 */
const ObjectCreated = z.object({ detail: z.object({ object: z.object({ key: z.string() }) }) });

const providers = {
  arrivedAudio,
  bus,
  clock,
  shareComments: pickMethods(shareComments, "get", "recordVoice"),
  shareLinks: pickMethods(shareLinks, "findOwner"),
  shares: pickMethods(shares, "get", "recordUpload"),
};
type Services = ProvidedServices<typeof providers>;

type Fault = "no share" | "share ended" | "wrong size" | "wrong type";

function faultOf({ start, bytes }: ArrivedFile, expected: ExpectedAudio | null): Fault | null {
  if (!expected) return "no share";
  if (expected.bytes === null) return "share ended";
  if (bytes !== expected.bytes) return "wrong size";
  return isMp3(start) ? null : "wrong type";
}

/**
 * Checks the content of an uploaded file, because S3 does not. Reads the file that is stored now, so repeated and late
 * events do no harm.
 * Why: docs/decisions/0156-shared-audio-in-its-own-bucket.md
 */
export async function checkSharedAudio({ detail }: z.output<typeof ObjectCreated>, services: Services): Promise<void> {
  const { key } = detail.object;
  const file = await services.arrivedAudio.read(key);
  const expected = await findExpectedAudio(key, services.clock.now(), services);
  if (expected) addLogFields({ userId: expected.userId });
  const fault = file && faultOf(file, expected);
  if (!file) {
    if (!expected || expected.bytes === null) return;
    // An earlier run may have removed the file and then failed to record the refusal.
    await expected.record("refused");
  } else if (fault) {
    const isRemoved = await services.arrivedAudio.remove(key, file.etag);
    // The file was deleted or replaced meanwhile. A replacement causes its own event.
    if (!isRemoved) return;
    countMetric("UploadsRefused", { fault });
    await expected?.record("refused");
  } else {
    if (expected?.isRecorded) return;
    await expected?.record("received");
  }
  if (!expected) return;
  const { userId, shareId } = expected;
  await publishOrLog(services.bus, { type: "ShareChanged", userId, shareId });
}

export const handler = onEvent("check-shared-audio", ObjectCreated, checkSharedAudio, providers);
