import type { ComponentProps } from "react";
import { Button } from "../../../ui/button.tsx";
import { useKeyName } from "../../shortcuts/shortcuts.ts";
import { practiceShortcuts, type Shortcut } from "./practice-shortcuts.ts";

type ActionButtonProps = Omit<ComponentProps<typeof Button>, "disabled" | "onClick"> & {
  allowed?: boolean;
  shortcut?: Shortcut;
  onAct: () => void;
};

/** Uses `aria-disabled`, because a focused button that becomes `disabled` would lose the focus. */
export function ActionButton({ allowed = true, shortcut, onAct, ...rest }: ActionButtonProps) {
  const keyName = useKeyName(practiceShortcuts, shortcut);
  return <Button {...rest} aria-disabled={!allowed} aria-keyshortcuts={keyName} onClick={() => allowed && onAct()} />;
}
