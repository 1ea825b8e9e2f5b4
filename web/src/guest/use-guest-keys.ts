import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Place } from "../../../domain/exam/exam-marking.ts";
import type { GuestApp } from "./guest-app.ts";
import { actionOf, type KeyAction, usesKey } from "./guest-keys.ts";
import { placeBeside } from "./places.ts";
import { type SoundKind, soundKinds } from "./shared-sounds.ts";
import type { CommentWriting } from "./use-comment-draft.ts";

type Options = {
  app: GuestApp;
  places: readonly Place[];
  place: Place;
  writing: CommentWriting;
  commentField: RefObject<HTMLTextAreaElement | null>;
};

function soundToToggle(app: GuestApp): SoundKind {
  const { id } = app.player.playhead.get();
  return soundKinds.find((kind) => kind === id) ?? "recording";
}

function perform(action: KeyAction, { app, places, place, writing, commentField }: Options): void {
  switch (action.type) {
    case "sound":
      app.toggle(action.kind);
      break;
    case "toggle":
      app.toggle(soundToToggle(app));
      break;
    case "skip":
      app.skip(action.seconds);
      break;
    case "step": {
      const next = placeBeside(places, place, action.by);
      if (next) app.goTo(next);
      break;
    }
    case "comment":
      if (action.kind) writing.setKind(action.kind);
      commentField.current?.focus();
  }
}

export function useGuestKeys(options: Options): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || usesKey(event.target, event.key)) return;
      const action = actionOf(event);
      if (!action) return;
      event.preventDefault();
      perform(action, latest.current);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
