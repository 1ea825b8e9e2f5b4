import type { Page } from "playwright-core";

/**
 * Emulates a 3G network: latency in ms, and throughput in bytes a second. Returns a function that turns the network off
 * and on.
 */
export async function emulate3g(page: Page): Promise<(offline: boolean) => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const set = async (offline: boolean) => {
    const speed = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
    await network.send("Network.emulateNetworkConditions", { offline, ...speed });
  };
  await set(false);
  return set;
}
