import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useObservable } from "../../browser/use-observable.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { listShortcuts, rebind, toShortcutKey } from "./shortcut-keys.ts";
import type { ShortcutHandlers, Shortcuts } from "./shortcuts.ts";
import "./shortcuts.css";

type RowProps = {
  name: string;
  keyName: string;
  waiting: boolean;
  onWait: () => void;
  onKey: (event: KeyboardEvent) => void;
  onLeave: () => void;
};

function ShortcutRow({ name, keyName, waiting, onWait, onKey, onLeave }: RowProps) {
  return (
    <li>
      <span>{name}</span>
      <button
        type="button"
        className="key-button"
        aria-label={waiting ? `${name}: press a key` : `${name}: ${keyName}. Change key`}
        data-waiting={waiting}
        onClick={onWait}
        onKeyDown={(event) => waiting && onKey(event)}
        onBlur={onLeave}
      >
        {waiting ? "Press a key" : <kbd>{keyName}</kbd>}
      </button>
    </li>
  );
}

function useRemapping<Name extends string>({ names, defaults, choice: kept }: Shortcuts<Name>) {
  const choice = useObservable(kept);
  const [waiting, setWaiting] = useState<Name | null>(null);
  const [told, setTold] = useState("");
  const recording = (name: Name, event: KeyboardEvent) => {
    if (event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault();
    event.stopPropagation();
    setWaiting(null);
    if (event.key === "Escape") return setTold("");
    const key = toShortcutKey(event.nativeEvent);
    if (key === null)
      return setTold(
        "This key cannot be used. Select the shortcut again, then press another letter, digit or punctuation mark, without Ctrl, Alt or Command.",
      );
    const outcome = rebind(choice.keys, name, key);
    if ("takenBy" in outcome) return setTold(`“${key}” is already used for ${names[outcome.takenBy]}.`);
    kept.set({ ...choice, keys: outcome.keys });
    setTold(`${names[name]} is now “${key}”.`);
  };
  const wait = (name: Name | null) => {
    setWaiting(name);
    if (name) setTold("");
  };
  const reset = () => {
    kept.set({ on: true, keys: defaults });
    setTold("All shortcuts are reset.");
  };
  return { choice, waiting, told, recording, wait, reset };
}

type Props<Name extends string> = {
  of: Shortcuts<Name>;
  actions: ShortcutHandlers<Name>;
  onClose: () => void;
  title?: string;
  introduction?: ReactNode;
  children?: ReactNode;
};

export function ShortcutsDialog<Name extends string>(props: Props<Name>) {
  const { of, actions, onClose, title = "Keyboard shortcuts", introduction, children } = props;
  const { choice, waiting, told, recording, wait, reset } = useRemapping(of);
  return (
    <Dialog
      title={title}
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={reset}>Reset to defaults</Button>
          <Button variant="ink" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {introduction}
      <label className="shortcut-switch">
        <input
          type="checkbox"
          checked={choice.on}
          onChange={({ target }) => of.choice.set({ ...choice, on: target.checked })}
        />
        Use these shortcuts
      </label>
      <p className="shortcut-hint">Select a key below to change it.</p>
      <ul className="shortcut-list" data-on={choice.on}>
        {listShortcuts(of.defaults)
          .filter((name) => actions[name])
          .map((name) => (
            <ShortcutRow
              key={name}
              name={of.names[name]}
              keyName={choice.keys[name]}
              waiting={waiting === name}
              onWait={() => wait(name)}
              onKey={(event) => recording(name, event)}
              onLeave={() => wait(null)}
            />
          ))}
      </ul>
      {children}
      <p className="shortcut-told" role="status">
        {told}
      </p>
    </Dialog>
  );
}
