import * as RadixToast from "@radix-ui/react-toast";
import { useEffect } from "react";
import { dismissToast, type ShownToast, useToasts } from "./toasts.ts";
import "./toast-region.css";

function SpokenToast({ id, title, description, tone, durationMs }: ShownToast) {
  return (
    <RadixToast.Root
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
  );
}

function SilentToast({ id, title, description, tone, durationMs }: ShownToast) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs]);
  return (
    <div className="toast" data-tone={tone} data-silent="true">
      <div className="toast-text">
        <div className="toast-title">{title}</div>
        {description && <div>{description}</div>}
      </div>
    </div>
  );
}

export function ToastRegion() {
  const toasts = useToasts();
  return (
    <RadixToast.Provider label="Message" swipeDirection="up">
      {toasts
        .filter(({ silent }) => !silent)
        .map((toast) => (
          <SpokenToast key={toast.id} {...toast} />
        ))}
      <div className="toast-region">
        <div className="silent-toasts" aria-hidden="true">
          {toasts
            .filter(({ silent }) => silent)
            .map((toast) => (
              <SilentToast key={toast.id} {...toast} />
            ))}
        </div>
        <RadixToast.Viewport className="toast-viewport" label="Messages ({hotkey})" />
      </div>
    </RadixToast.Provider>
  );
}
