import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import "./dialog.css";

type DialogProps = {
  title: string;
  onDismiss: () => void;
  children: ReactNode;
  /** Buttons, the safest first. */
  actions: ReactNode;
};

/** A modal dialog. Escape dismisses it; focus moves in, stays in, and returns. */
export function Dialog({ title, onDismiss, children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Focus returns only if the dialog closes before it leaves the document.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="dialog-actions">{actions}</div>
    </dialog>
  );
}
