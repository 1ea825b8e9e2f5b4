import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { type SupportMessage, supportMessagesPerHour } from "../../../../domain/support/support-message.ts";
import { ApiError, callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import type { Toast } from "../../ui/toast.ts";
import { showToast } from "../../ui/toasts.ts";

const sendMessageKey = ["send-support-message"] as const;

/** Also true if the learner has left the page. */
const keptText = "Your text is kept on the Support page.";

export function supportFailureToast(error: Error): Toast {
  if (!(error instanceof ApiError)) return messages.supportNotSent();
  switch (error.code) {
    case "too_many_requests":
      return messages.supportNotSent(
        `You can send ${supportMessagesPerHour} messages an hour. ${error.message} ${keptText}`,
      );
    case "unreachable":
      return messages.supportNotSent(`${error.message} ${keptText}`);
    case "unauthorized":
      // A log-out in another tab deletes the text.
      return messages.supportNotSent(error.message);
    default:
      return messages.supportNotSent();
  }
}

export function useSendMessage(onSent: () => void): { send: (message: SupportMessage) => void; busy: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationKey: sendMessageKey,
    mutationFn: (message: SupportMessage) => callApi("send-support-email", { body: message }),
    onSuccess: () => {
      onSent();
      showToast(messages.supportSent);
      if (window.location.pathname === paths.support) return navigate(paths.home);
    },
    onError: (error) => void showToast(supportFailureToast(error)),
  });
  return {
    send: (message) => {
      if (queries.isMutating({ mutationKey: sendMessageKey }) === 0) mutate(message);
    },
    busy: isPending,
  };
}
