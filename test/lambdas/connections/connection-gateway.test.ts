import { expect, test, vi } from "vitest";
import { startGateway } from "../../../fakes/websocket-gateway/test/fixture.ts";
import { createConnectionGateway } from "../../../lambdas/connections/connection-gateway.ts";

test("the gateway client can close a connection twice, and throws if the gateway is unreachable", async () => {
  for (const setting of ["AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(setting, "local");
  const { open, managementUrl } = await startGateway();
  const [ended, other] = [await open(), await open()];
  const gateway = createConnectionGateway(managementUrl);
  for (let nth = 0; nth < 2; nth += 1) await gateway.end(ended.id);
  expect(await ended.closed).toBe(1000);
  expect(other.socket.readyState).toBe(WebSocket.OPEN);
  const nobody = createConnectionGateway("http://127.0.0.1:1");
  await expect(nobody.end(other.id)).rejects.toThrow();
  vi.unstubAllEnvs();
});
