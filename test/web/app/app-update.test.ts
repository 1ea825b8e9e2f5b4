import { expect, test } from "vitest";
import { createAppUpdate } from "../../../web/src/app/app-update.ts";

function createScriptedApp() {
  const state = { waiting: false, version: 1, shown: 1, path: "/", busyTabs: 0, reloads: [] as string[] };
  const update = createAppUpdate({
    app: {
      waiting: () =>
        state.waiting
          ? {
              postMessage: () => {
                state.waiting = false;
                state.version += 1;
              },
            }
          : null,
      whenReplaced: async () => true,
      isReplaced: () => state.version !== state.shown,
    },
    isHome: () => state.path === "/",
    runIfNoActivity: async (work) => {
      if (state.busyTabs === 0) await work();
    },
    reload: () => {
      state.reloads.push(state.path);
      state.shown = state.version;
    },
  });
  return { state, update };
}

test("the app update reloads Home only once after a newer version is installed", async () => {
  const { state, update } = createScriptedApp();
  await update();
  expect(state.reloads).toEqual([]);
  state.waiting = true;
  await update();
  await update();
  expect(state).toMatchObject({ reloads: ["/"], version: 2, shown: 2 });
});

test.each(["/topic/health-1", "/exam/run", "/exam/1", "/profile"])(
  "the app update does not reload while the page is %s",
  async (path) => {
    const { state, update } = createScriptedApp();
    Object.assign(state, { waiting: true, path });
    await update();
    expect(state).toMatchObject({ waiting: true, reloads: [] });
  },
);

test("the app update does not reload while a tab is busy", async () => {
  const { state, update } = createScriptedApp();
  Object.assign(state, { waiting: true, busyTabs: 1 });
  await update();
  expect(state).toMatchObject({ waiting: true, reloads: [] });
  state.busyTabs = 0;
  await update();
  expect(state.reloads).toEqual(["/"]);
});

test("the app update reloads Home after another tab activated the newer version", async () => {
  const { state, update } = createScriptedApp();
  state.version = 2;
  state.path = "/profile";
  await update();
  expect(state.reloads).toEqual([]);
  state.path = "/";
  await update();
  expect(state.reloads).toEqual(["/"]);
});

test("the app update applies each of 100 versions without interrupting a busy tab", async () => {
  const { state, update } = createScriptedApp();
  const paths = ["/topic/health-1", "/", "/exam/run", "/exam/1", "/review", "/"];
  for (let turn = 0; turn < 100; turn += 1) {
    state.waiting = true;
    for (const [step, path] of paths.entries()) {
      // In every third turn, another tab still records when this tab first shows Home.
      const isBusy = path !== "/" || (turn % 3 === 0 && step === 1);
      Object.assign(state, { path, busyTabs: isBusy ? 1 : 0 });
      const before = state.reloads.length;
      await update();
      if (isBusy) expect(state.reloads).toHaveLength(before);
    }
    expect(state.reloads).toHaveLength(turn + 1);
  }
  expect(new Set(state.reloads)).toEqual(new Set(["/"]));
});
