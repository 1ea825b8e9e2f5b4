import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { type ComboboxList, closedList, onComboboxKey } from "./combobox-keys.ts";
import { ComboboxPopup } from "./combobox-list.tsx";
import { type ComboboxOption, impliedOption, matchingOptions } from "./combobox-options.ts";
import "./combobox.css";

type ComboboxProps<Value extends string> = {
  label: string;
  placeholder: string;
  options: readonly ComboboxOption<Value>[];
  value: Value | null;
  /** Called with null as soon as something else is typed. */
  onChange: (value: Value | null) => void;
  /** What is said where nothing matches. */
  emptyText: string;
  /** What is wrong with the choice; empty for nothing. */
  error?: string;
};

function useCombobox<Value extends string>({ options, value, onChange }: ComboboxProps<Value>) {
  const [list, setList] = useState<ComboboxList>(closedList);
  const chosen = options.find((option) => option.value === value);
  const matches = list.query === null ? options : matchingOptions(options, list.query);

  const choose = (option: ComboboxOption<Value> | undefined) => {
    if (!option) return;
    onChange(option.value);
    setList(closedList);
  };
  const type = (query: string) => {
    if (value !== null) onChange(null);
    setList({ open: true, query, active: query.trim() === "" ? -1 : 0, browsing: false });
  };
  const toggle = () => {
    const active = chosen ? options.indexOf(chosen) : -1;
    setList(list.open ? { ...list, open: false, active: -1 } : { ...list, open: true, active });
  };
  const settle = () => {
    const implied = list.query === null ? null : impliedOption(options, list.query);
    if (implied) onChange(implied.value);
    setList(closedList);
  };
  const press = (event: KeyboardEvent) => {
    // While a text is being composed, its keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const chosenAt = chosen ? matches.indexOf(chosen) : -1;
    const outcome = onComboboxKey(event, { list, count: matches.length, chosenAt });
    if (!outcome) return;
    if (outcome.handled) event.preventDefault();
    if ("choose" in outcome) choose(matches[outcome.choose]);
    else setList(outcome.list);
  };
  return { list, matches, text: list.query ?? chosen?.label ?? "", choose, type, toggle, settle, press };
}

/**
 * Calls `onElsewhere` when the keys or a click go elsewhere. A click only once it is done: what it is meant for stands below
 * the list, moves up when that closes, and would be missed.
 */
function useElsewhere(field: RefObject<HTMLElement | null>, inUse: boolean, onElsewhere: () => void) {
  const hear = useEffectEvent((event: Event) => {
    const { target } = event;
    if (!(target instanceof Element) || field.current?.contains(target)) return;
    if (event.type === "click" || target.matches(":focus-visible")) onElsewhere();
  });
  useEffect(() => {
    if (!inUse) return;
    document.addEventListener("click", hear);
    document.addEventListener("focusin", hear);
    return () => {
      document.removeEventListener("click", hear);
      document.removeEventListener("focusin", hear);
    };
  }, [inUse]);
}

/** A field that is filled from a list: type to narrow it, or open it and pick. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, placeholder, value, emptyText, error = "" } = props;
  const { list, matches, text, choose, type, toggle, settle, press } = useCombobox(props);
  const input = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLDivElement>(null);
  useElsewhere(field, list.open || list.query !== null, settle);
  const id = useId();
  const listShows = list.open && matches.length > 0;
  useEffect(() => {
    if (error !== "") input.current?.focus();
  }, [error]);
  return (
    <div className="combobox" ref={field}>
      <label htmlFor={id}>{label}</label>
      <div className="combobox-field">
        <input
          ref={input}
          id={id}
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          aria-autocomplete="list"
          aria-expanded={listShows}
          aria-controls={`${id}-list`}
          aria-activedescendant={listShows && list.active >= 0 ? `${id}-${list.active}` : undefined}
          aria-invalid={error !== ""}
          aria-describedby={error === "" ? undefined : `${id}-error`}
          onChange={(event) => type(event.target.value)}
          onClick={() => list.open || toggle()}
          onKeyDown={press}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={listShows ? "Hide the list" : "Show the list"}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            input.current?.focus();
            toggle();
          }}
        />
      </div>
      <ComboboxPopup {...{ id, label, list, matches, value, emptyText }} onChoose={choose} />
      {error !== "" && (
        <p className="combobox-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
