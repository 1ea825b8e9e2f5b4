import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { isSafeUrl } from "./checkout.ts";
import { usePlanChangeFailure } from "./plan-change.ts";

const portalMutationKey = ["customer-portal"] as const;

/**
 * Opens an empty tab during the click, because a popup blocker may block a tab that opens later. The tab gets no access
 * to this page.
 */
function openTab(): Window | null {
  const tab = window.open("about:blank", "_blank");
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = "Customer Portal";
  tab.document.body.textContent = "Opening the Customer Portal…";
  return tab;
}

async function fetchPortalUrl(): Promise<string> {
  const { url } = await callApi("customer-portal", { body: { returnUrl: window.location.origin } });
  if (!isSafeUrl(url)) throw new Error("The customer portal has no address");
  return url;
}

export function useCustomerPortal(): { open: () => void; busy: boolean } {
  const queries = useQueryClient();
  const onFailure = usePlanChangeFailure();
  const { mutate, isPending } = useMutation({
    mutationKey: portalMutationKey,
    mutationFn: (_tab: Window | null) => fetchPortalUrl(),
    onSuccess: (url, tab) => {
      // If the popup was blocked, the portal opens in this tab.
      if (tab === null) window.location.assign(url);
      else if (!tab.closed) tab.location.replace(url);
    },
    onError: (error, tab) => {
      tab?.close();
      if (!onFailure(error)) showToast(messages.portalFailed);
    },
  });
  return {
    open: () => {
      if (queries.isMutating({ mutationKey: portalMutationKey }) === 0) mutate(openTab());
    },
    busy: isPending,
  };
}
