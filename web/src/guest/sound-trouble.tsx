/** @jsxImportSource preact */
import type { GuestApp } from "./guest-app.ts";
import type { FailureCode } from "./shared-api.ts";
import { useObservable } from "./use-observable.ts";

type Props = { app: GuestApp; id: string; text: (code: FailureCode) => string };

export function SoundTrouble({ app, id, text }: Props) {
  const trouble = useObservable(app.soundTrouble);
  if (trouble?.id !== id) return null;
  return (
    <span class="guest-error" role="alert">
      {text(trouble.code)}
    </span>
  );
}
