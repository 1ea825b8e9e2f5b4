import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import "./dialog.css";

type DialogProps = {
  title: string;
  onDismiss: () => void;
  children: ReactNode;
  actions: ReactNode;
};

export function Dialog({ title, onDismiss, children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closes the dialog before the element leaves the document. Otherwise the focus does not return.
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
