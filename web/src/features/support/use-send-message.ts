import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import type { SupportMessage } from "../../../../domain/support/support-message.ts";
import { ApiError, callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import type { Toast } from "../../ui/toast.ts";
import { showToast } from "../../ui/toasts.ts";
import { emptyDraft, readDraft, writeDraft } from "./draft.ts";

const sendMessageKey = ["send-support-message"] as const;

/** Also true if the learner has left the page. */
const keptText = "Your text is kept on the Support page.";

export function supportFailureToast(error: Error): Toast {
  if (!(error instanceof ApiError)) return messages.supportNotSent();
  switch (error.code) {
    case "too_many_requests":
    case "unreachable":
      return messages.supportNotSent(`${error.message} ${keptText}`);
    case "unauthorized":
      // A log-out in another tab deletes the text.
      return messages.supportNotSent(error.message);
    default:
      return messages.supportNotSent();
  }
}

/** `draft` is the text of the form, and `message` is that text as `SupportMessage` parses it. */
type Sending = { draft: SupportMessage; message: SupportMessage };

const isSameText = (one: SupportMessage, other: SupportMessage) =>
  one.title === other.title && one.feedback === other.feedback;

/** Keeps a text that the learner has changed since the message was sent. */
export function useSendMessage(
  userId: string,
  onSent: () => void,
): { send: (sending: Sending) => void; busy: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const busy = useIsMutating({ mutationKey: sendMessageKey }) > 0;
  const { mutate } = useMutation({
    mutationKey: sendMessageKey,
    mutationFn: ({ message }: Sending) => callApi("send-support-email", { body: message }),
    onSuccess: (_, { draft }) => {
      showToast(messages.supportSent);
      if (!isSameText(readDraft(userId), draft)) return;
      writeDraft(userId, emptyDraft);
      onSent();
      if (window.location.pathname === paths.support) return navigate(paths.home);
    },
    onError: (error) => void showToast(supportFailureToast(error)),
  });
  return {
    send: (sending) => {
      // `busy` is from the last render, and a double click sends before the next.
      if (queries.isMutating({ mutationKey: sendMessageKey }) === 0) mutate(sending);
    },
    busy,
  };
}
