import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ExportLink } from "../../../../domain/accounts/account.ts";
import { callApi } from "../../api.ts";
import { messages } from "../../messages.ts";
import { showToast } from "../../ui/toasts.ts";
import { isSafeUrl } from "../plans/checkout.ts";

const exportMutationKey = ["export-account"] as const;

/** The server sends the file as an attachment, so the page stays open. */
function startDownload({ url, fileName }: ExportLink): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.rel = "noreferrer";
  document.body.append(link);
  link.click();
  link.remove();
}

async function requestExport(): Promise<ExportLink> {
  const link = await callApi("export-account", {});
  if (!isSafeUrl(link.url)) throw new Error("The link to the file is missing. Please try again later.");
  return link;
}

export function useExport(onReady: (link: ExportLink) => void): { start: () => void; busy: boolean } {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: exportMutationKey,
    mutationFn: requestExport,
    onSuccess: (link) => {
      startDownload(link);
      onReady(link);
    },
    onError: (error) => void showToast(messages.dataNotExported(error.message)),
  });
  return {
    start: () => {
      if (queries.isMutating({ mutationKey: exportMutationKey }) === 0) mutate();
    },
    busy: isPending,
  };
}
