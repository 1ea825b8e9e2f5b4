import { expect, test } from "vitest";
import { subprotocolsFor } from "../../domain/realtime/channel.ts";
import { openClient } from "../../fakes/websocket-gateway/test/client.ts";
import { createLearner, stage } from "./support/learners.ts";

const { realtimeUrl = "" } = stage.config;

test("the stage notifies an open connection of a change that its learner makes elsewhere", async () => {
  const { ask, userId, token } = await createLearner();
  const { socket, opened, next } = openClient(realtimeUrl, subprotocolsFor(token));
  await opened;
  await ask("update-profile", { body: { full_name: "Asha Thapa" } });
  expect(await next()).toMatchObject({ type: "event", event: { type: "ProfileChanged", userId } });
  socket.close();
});

test("the stage refuses a connection with a wrong token", async () => {
  const { opened } = openClient(realtimeUrl, subprotocolsFor("no-token"));
  await expect(opened).rejects.toThrow(/refused/);
});
