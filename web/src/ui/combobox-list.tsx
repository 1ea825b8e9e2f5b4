import { useEffect } from "react";
import type { ComboboxList } from "./combobox-keys.ts";
import type { ComboboxOption } from "./combobox-options.ts";

type OptionRowProps = {
  id: string;
  option: ComboboxOption<string>;
  active: boolean;
  chosen: boolean;
  onChoose: () => void;
};

function OptionRow({ id, option, active, chosen, onChoose }: OptionRowProps) {
  const { label, secondName, note } = option;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option with aria-activedescendant.
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className="combobox-option"
      data-active={active}
      onClick={onChoose}
    >
      <span>{label}</span>
      {secondName && secondName.text !== label && (
        <span className="combobox-second" lang={secondName.lang} dir={secondName.dir}>
          {secondName.text}
        </span>
      )}
      {note && <span className="combobox-note">{note}</span>}
    </div>
  );
}

type ComboboxPopupProps<Value extends string> = {
  /** Id of the field, of which those of the list and its options are made. */
  id: string;
  label: string;
  list: ComboboxList;
  matches: readonly ComboboxOption<Value>[];
  value: Value | null;
  emptyText: string;
  onChoose: (option: ComboboxOption<Value>) => void;
};

/** The list below a combobox, or what is said where nothing matches. */
export function ComboboxPopup<Value extends string>(props: ComboboxPopupProps<Value>) {
  const { id, label, list, matches, value, emptyText, onChoose } = props;
  const { open, active } = list;
  const empty = matches.length === 0;
  useEffect(() => {
    if (open && active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [open, active, id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing in the list must not take the focus from the field.
    <div className="combobox-popup" data-open={open} onMouseDown={(event) => event.preventDefault()}>
      <div
        className="combobox-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        hidden={!open || empty}
      >
        {matches.map((option, at) => (
          <OptionRow
            key={option.value}
            id={`${id}-${at}`}
            option={option}
            active={at === active}
            chosen={option.value === value}
            onChoose={() => onChoose(option)}
          />
        ))}
      </div>
      <p role="status" className={open && empty ? "combobox-empty" : "visually-hidden"}>
        {open && (empty ? emptyText : `${matches.length} ${matches.length === 1 ? "result" : "results"}`)}
      </p>
    </div>
  );
}
