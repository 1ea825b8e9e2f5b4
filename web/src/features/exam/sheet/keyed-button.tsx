import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { useKeyName } from "../../shortcuts/shortcuts.ts";
import { type SheetShortcut, sheetShortcuts } from "./sheet-keys.ts";

type Props = Omit<ComponentProps<typeof Button>, "disabled" | "onClick"> & {
  /** The shortcut that does the same; its key stands on the button. */
  shortcut: SheetShortcut | undefined;
  allowed?: boolean;
  onAct: () => void;
  children: ReactNode;
};

/** A button of the sheet that names its key. It stays focusable while it cannot be used, so that no focus is lost. */
export function KeyedButton({ shortcut, allowed = true, onAct, children, ...rest }: Props) {
  const keyName = useKeyName(sheetShortcuts, shortcut);
  return (
    <Button {...rest} aria-disabled={!allowed} aria-keyshortcuts={keyName} onClick={() => allowed && onAct()}>
      <span>{children}</span>
      {keyName && (
        <small className="sheet-key" aria-hidden="true">
          {keyName}
        </small>
      )}
    </Button>
  );
}
