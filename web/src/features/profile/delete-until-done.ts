import { ApiError } from "../../api.ts";

/** Waits between the calls, in ms; after the last one a learner is asked. */
export const waitsMs = [1_000, 2_000, 4_000] as const;

/** Refusals that another call cannot change. */
const isFinal = (error: unknown) =>
  !(error instanceof ApiError) || error.code === "unauthorized" || error.code === "too_many_requests";

/**
 * Calls `attempt` until it succeeds: the deletion of an account may stop half-way, and each call goes on where the one
 * before stopped. Rejects with the last failure if that one is final or the last of the tries.
 */
export async function deleteUntilDone(
  attempt: () => Promise<unknown>,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (const ms of waitsMs) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    await wait(ms);
  }
  await attempt();
}
