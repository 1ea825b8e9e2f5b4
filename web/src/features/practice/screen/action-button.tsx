import type { ComponentProps } from "react";
import { Button } from "../../../ui/button.tsx";
import { useKeyName } from "../../shortcuts/shortcuts.ts";
import { practiceShortcuts, type Shortcut } from "./practice-shortcuts.ts";

type ActionButtonProps = Omit<ComponentProps<typeof Button>, "disabled" | "onClick"> & {
  /** Whether it can be used now. */
  allowed?: boolean;
  /** The shortcut that does the same. */
  shortcut?: Shortcut;
  onAct: () => void;
};

/**
 * A button of the practice screen. It stays focusable while it cannot be used: the focus of a learner who works by keyboard
 * would otherwise be lost each time that what was pressed begins.
 */
export function ActionButton({ allowed = true, shortcut, onAct, ...rest }: ActionButtonProps) {
  const keyName = useKeyName(practiceShortcuts, shortcut);
  return <Button {...rest} aria-disabled={!allowed} aria-keyshortcuts={keyName} onClick={() => allowed && onAct()} />;
}
