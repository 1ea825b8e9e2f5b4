import * as RadixToast from "@radix-ui/react-toast";
import { dismissToast, useToasts } from "./toasts.ts";
import "./toast-region.css";

/** Where messages show; read out politely, problems at once. */
export function ToastRegion() {
  const toasts = useToasts();
  return (
    <RadixToast.Provider label="Message" swipeDirection="down">
      {toasts.map(({ id, title, description, tone, durationMs }) => (
        <RadixToast.Root
          key={id}
          className="toast"
          data-tone={tone}
          duration={durationMs}
          type={tone === "problem" ? "foreground" : "background"}
          onOpenChange={(open) => {
            if (!open) dismissToast(id);
          }}
        >
          <div className="toast-text">
            <RadixToast.Title className="toast-title">{title}</RadixToast.Title>
            {description && <RadixToast.Description>{description}</RadixToast.Description>}
          </div>
          <RadixToast.Close className="toast-close" aria-label="Dismiss">
            <span aria-hidden="true">×</span>
          </RadixToast.Close>
        </RadixToast.Root>
      ))}
      <RadixToast.Viewport className="toast-viewport" label="Messages ({hotkey})" />
    </RadixToast.Provider>
  );
}
