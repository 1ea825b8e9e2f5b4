import { expect, test } from "vitest";
import { type Activity, createPractice, type PracticeEvent } from "../../../domain/practice/practice.ts";
import { createObservable } from "../../../web/src/browser/observable.ts";
import { connectMediaKeys } from "../../../web/src/features/practice/screen/media-session.ts";

function connect(activity: Activity) {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const sent: PracticeEvent[] = [];
  const practice = createObservable({ ...createPractice(2, new Set(), 0), activity });
  const disconnect = connectMediaKeys(
    { setActionHandler: (action, handler) => void handlers.set(action, handler) },
    { practice, send: (event) => void sent.push(event) },
  );
  return { sent, disconnect, handlers, press: (action: "play" | "pause") => handlers.get(action)?.({ action }) };
}

const toggle = [{ type: "play", audio: "original" }];

test.each([
  { activity: { kind: "quiet" }, key: "play", sent: toggle },
  { activity: { kind: "paused" }, key: "play", sent: toggle },
  { activity: { kind: "playing", audio: "original" }, key: "play", sent: [] },
  { activity: { kind: "playing", audio: "original" }, key: "pause", sent: toggle },
  { activity: { kind: "paused" }, key: "pause", sent: [] },
] as const)(
  "the media key “$key” during the activity “$activity.kind” sends this number of events: $sent.length",
  ({ activity, key, sent }) => {
    const keys = connect(activity);
    keys.press(key);
    expect(keys.sent).toEqual(sent);
  },
);

test("the media keys have no handlers after disconnect() is called", () => {
  const keys = connect({ kind: "quiet" });
  keys.disconnect();
  expect([...keys.handlers]).toEqual([
    ["play", null],
    ["pause", null],
  ]);
});
