/** @jsxImportSource preact */
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { inboxUrl } from "../../../domain/sharing/link-token.ts";
import { writeStored } from "../browser/storage.ts";
import { storedByGuests } from "../browser/stored-by-guests.ts";
import type { GuestApp } from "./guest-app.ts";
import { isShareClosed } from "./share-session.ts";
import { useObservable } from "./use-observable.ts";

export function InboxLink({ app: { session, token }, share }: { app: GuestApp; share: OpenedShare }) {
  const isClosed = isShareClosed(useObservable(session.state));
  if (isClosed || share.saved_comments !== null) return null;
  return (
    <p>
      Do you teach? With an account, you can keep your learners' recordings in an inbox until their links end.{" "}
      <a href={inboxUrl(token)} onClick={() => writeStored(storedByGuests.inboxToken, token)}>
        Add to my inbox
      </a>
    </p>
  );
}
