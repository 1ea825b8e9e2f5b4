/** @jsxImportSource preact */
import { soundText } from "./failure-texts.ts";
import type { GuestApp } from "./guest-app.ts";
import { useObservable } from "./use-observable.ts";

export function SoundTrouble({ app, id }: { app: GuestApp; id: string }) {
  const trouble = useObservable(app.soundTrouble);
  if (trouble?.id !== id) return null;
  return (
    <span class="guest-error" role="alert">
      {soundText(trouble.code)}
    </span>
  );
}
