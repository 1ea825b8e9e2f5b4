import type { Page } from "playwright-core";

export async function emulate3g(page: Page): Promise<(offline: boolean) => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const set = async (offline: boolean) => {
    // The latency is in ms, and the throughput is in bytes a second.
    const speed = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
    await network.send("Network.emulateNetworkConditions", { offline, ...speed });
  };
  await set(false);
  return set;
}
