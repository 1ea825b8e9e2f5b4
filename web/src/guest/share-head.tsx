/** @jsxImportSource preact */
import type { RefObject } from "preact";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { maxPersonNameLength } from "../../../domain/sharing/share-limits.ts";
import type { GuestApp } from "./guest-app.ts";
import { isShareClosed } from "./share-session.ts";
import { dayText, requestText } from "./share-texts.ts";
import { useObservable } from "./use-observable.ts";

type Props = {
  app: GuestApp;
  share: OpenedShare;
  nameField: RefObject<HTMLInputElement | null>;
  isNameMissing: boolean;
  onNameDone: () => void;
};

export function ShareHead({ app, share, nameField, isNameMissing, onNameDone }: Props) {
  const name = useObservable(app.name);
  const isClosed = isShareClosed(useObservable(app.session.state));
  const hasError = isNameMissing && name.trim() === "";
  return (
    <header class="guest-head">
      <h1>{requestText(share)}</h1>
      {share.question !== "" && <blockquote dir="auto">{share.question}</blockquote>}
      {!isClosed && <p class="guest-quiet">The link expires on {dayText(share.expires_at)}.</p>}
      <div class="guest-name">
        <label for="guest-name">Your name</label>
        <input
          id="guest-name"
          ref={nameField}
          value={name}
          maxLength={maxPersonNameLength}
          autocomplete="name"
          dir="auto"
          aria-invalid={hasError}
          aria-describedby={hasError ? "guest-name-error" : undefined}
          onInput={({ currentTarget }) => app.setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.isComposing) return;
            event.preventDefault();
            onNameDone();
          }}
        />
        {hasError && (
          <p id="guest-name-error" class="guest-error">
            Write your name, so that {share.asker} knows who you are.
          </p>
        )}
      </div>
    </header>
  );
}
