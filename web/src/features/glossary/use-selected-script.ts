import { type RefObject, useEffect, useRef, useState } from "react";
import { type SelectedScript, selectedScript } from "./selected-range.ts";

export type ScriptSelection = {
  selected: SelectedScript | null;
  /**
   * Keeps the selection while a button is pressed. Otherwise a touch of the button would clear the selection before the
   * click.
   */
  hold: () => void;
  clear: () => void;
};

export function useSelectedScript(container: RefObject<HTMLElement | null>): ScriptSelection {
  const [selected, setSelected] = useState<SelectedScript | null>(null);
  const held = useRef(false);
  useEffect(() => {
    const follow = () => {
      if (held.current || !container.current) return;
      setSelected(selectedScript(container.current, document.getSelection()));
    };
    // A press that ends outside of the button causes no click, so the next press releases the selection.
    const release = () => {
      held.current = false;
    };
    document.addEventListener("pointerdown", release, { capture: true });
    document.addEventListener("selectionchange", follow);
    window.addEventListener("resize", follow);
    return () => {
      window.removeEventListener("resize", follow);
      document.removeEventListener("pointerdown", release, { capture: true });
      document.removeEventListener("selectionchange", follow);
    };
  }, [container]);
  return {
    selected,
    hold: () => {
      held.current = true;
    },
    clear: () => {
      held.current = false;
      document.getSelection()?.removeAllRanges();
      setSelected(null);
    },
  };
}
