import { type RefObject, useEffect, useEffectEvent, useId, useRef } from "react";
import type { ComboboxOption } from "./combobox-options.ts";
import { countedText } from "./counted-text.ts";
import { type ComboboxField, useComboboxField } from "./use-combobox-field.ts";
import "./combobox.css";

type ComboboxProps<Value extends string> = {
  label: string;
  placeholder: string;
  options: readonly ComboboxOption<Value>[];
  value: Value | null;
  /** Called with null as soon as the typed text differs from the choice. */
  onChange: (value: Value | null) => void;
  emptyText: string;
  error?: string;
};

/**
 * Waits for the end of a click. If the list closed earlier, the elements below the list would move, and the click would
 * miss its target.
 */
function useOutsideInteraction(field: RefObject<HTMLElement | null>, inUse: boolean, onElsewhere: () => void) {
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

function OptionText({ option: { label, secondName, note } }: { option: ComboboxOption<string> }) {
  return (
    <>
      <span>{label}</span>
      {secondName && secondName.text !== label && (
        <span className="combobox-second" lang={secondName.lang} dir={secondName.dir}>
          {secondName.text}
        </span>
      )}
      {note && <span className="combobox-note">{note}</span>}
    </>
  );
}

type PopupProps<Value extends string> = { combobox: ComboboxField<Value>; value: Value | null; emptyText: string };

function Popup<Value extends string>({ combobox, value, emptyText }: PopupProps<Value>) {
  const { isOpen, highlightedIndex, matches, choose, getItemProps, getMenuProps } = combobox;
  const empty = matches.length === 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing in the list must not take the focus from the field.
    <div className="combobox-popup" data-open={isOpen} onMouseDown={(event) => event.preventDefault()}>
      <div {...getMenuProps()} className="combobox-list" tabIndex={-1} hidden={!isOpen || empty}>
        {matches.map((option, index) => (
          <div
            key={option.value}
            {...getItemProps({
              item: option,
              index,
              onClick: () => choose(option),
              "aria-selected": option.value === value,
            })}
            className="combobox-option"
            data-active={index === highlightedIndex}
          >
            <OptionText option={option} />
          </div>
        ))}
      </div>
      <p role="status" className={isOpen && empty ? "combobox-empty" : "visually-hidden"}>
        {isOpen && (empty ? emptyText : countedText(matches.length, "result"))}
      </p>
    </div>
  );
}

export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, placeholder, value, emptyText, error = "" } = props;
  const combobox = useComboboxField(props);
  const { isOpen, matches, query } = combobox;
  const input = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLDivElement>(null);
  useOutsideInteraction(field, isOpen || query !== "", combobox.settle);
  const errorId = useId();
  const labelProps = combobox.getLabelProps();
  const listShows = isOpen && matches.length > 0;
  useEffect(() => {
    if (error !== "") input.current?.focus();
  }, [error]);
  return (
    <div className="combobox" ref={field}>
      <label {...labelProps} htmlFor={labelProps.htmlFor}>
        {label}
      </label>
      <div className="combobox-field">
        <input
          {...combobox.getInputProps({
            ref: input,
            onChange: (event) => combobox.type(event.currentTarget.value),
            onKeyDown: combobox.press,
            "aria-expanded": listShows,
            ...(listShows ? {} : { "aria-activedescendant": undefined }),
          })}
          autoCapitalize="none"
          spellCheck={false}
          placeholder={placeholder}
          aria-invalid={error !== ""}
          aria-describedby={error === "" ? undefined : errorId}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={isOpen ? "Close the list" : "Open the list"}
          onMouseDown={(event) => event.preventDefault()}
          onClick={combobox.toggleMenu}
        />
      </div>
      <Popup combobox={combobox} value={value} emptyText={emptyText} />
      {error !== "" && (
        <p className="combobox-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
