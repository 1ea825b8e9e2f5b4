import { type KeyboardEvent, useState } from "react";
import { useObservable } from "../../../browser/observable.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { defaultKeys, rebind, type Shortcut, shortcutKeyOf, shortcutNames, shortcuts } from "./shortcut-keys.ts";
import { type ShortcutActions, shortcutChoice } from "./shortcuts.ts";
import "./shortcuts.css";

type RowProps = {
  name: Shortcut;
  keyName: string;
  /** Whether the next key pressed becomes this shortcut's. */
  waiting: boolean;
  onWait: () => void;
  onKey: (event: KeyboardEvent) => void;
  onLeave: () => void;
};

function ShortcutRow({ name, keyName, waiting, onWait, onKey, onLeave }: RowProps) {
  return (
    <li>
      <span>{shortcutNames[name]}</span>
      <button
        type="button"
        className="key-button"
        aria-label={waiting ? `${shortcutNames[name]}: press a key` : `Change ${shortcutNames[name]}, now ${keyName}`}
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

function useRemapping() {
  const choice = useObservable(shortcutChoice);
  const [waiting, setWaiting] = useState<Shortcut | null>(null);
  const [told, setTold] = useState("");
  const take = (name: Shortcut, event: KeyboardEvent) => {
    if (event.key === "Tab" || event.key === "Shift") return;
    event.preventDefault();
    event.stopPropagation();
    setWaiting(null);
    if (event.key === "Escape") return setTold("");
    const key = shortcutKeyOf(event.nativeEvent);
    if (key === null) return setTold("Only letters, digits and symbols can be used, without Ctrl, Alt or Command.");
    const outcome = rebind(choice.keys, name, key);
    if ("takenBy" in outcome) return setTold(`“${key}” is already used for ${shortcutNames[outcome.takenBy]}.`);
    shortcutChoice.set({ ...choice, keys: outcome.keys });
    setTold(`${shortcutNames[name]} is now “${key}”.`);
  };
  const wait = (name: Shortcut | null) => {
    setWaiting(name);
    if (name) setTold("");
  };
  const reset = () => {
    shortcutChoice.set({ on: true, keys: defaultKeys });
    setTold("All shortcuts have been reset.");
  };
  return { choice, waiting, told, take, wait, reset };
}

/** The shortcuts of the practice screen: what they are, other keys for them, or none at all. */
export function ShortcutsDialog({ actions, onClose }: { actions: ShortcutActions; onClose: () => void }) {
  const { choice, waiting, told, take, wait, reset } = useRemapping();
  return (
    <Dialog
      title="Keyboard shortcuts"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={reset}>Reset to defaults</Button>
          <Button voice="ink" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <label className="shortcut-switch">
        <input
          type="checkbox"
          checked={choice.on}
          onChange={({ target }) => shortcutChoice.set({ ...choice, on: target.checked })}
        />
        Use single keys
      </label>
      <p className="shortcut-hint">
        Press a key below to change it. Keys do nothing while you type or a question is open.
      </p>
      <ul className="shortcut-list" data-on={choice.on}>
        {shortcuts
          .filter((name) => actions[name])
          .map((name) => (
            <ShortcutRow
              key={name}
              name={name}
              keyName={choice.keys[name]}
              waiting={waiting === name}
              onWait={() => wait(name)}
              onKey={(event) => take(name, event)}
              onLeave={() => wait(null)}
            />
          ))}
      </ul>
      <p className="shortcut-told" role="status">
        {told}
      </p>
    </Dialog>
  );
}
