import { type UseComboboxState, type UseComboboxStateChangeOptions, useCombobox } from "downshift";
import { type KeyboardEvent, useRef, useState } from "react";
import { type ComboboxOption, impliedOption, matchingOptions } from "./combobox-options.ts";

const { stateChangeTypes } = useCombobox;

/** Changes defaults of Downshift. A blur changes nothing, because `settle` chooses the option. */
function reduceComboboxState<Option>(
  state: UseComboboxState<Option>,
  { type, changes, props, altKey, inputValue = "" }: UseComboboxStateChangeOptions<Option>,
): Partial<UseComboboxState<Option>> {
  switch (type) {
    case stateChangeTypes.InputChange:
      return { ...changes, highlightedIndex: inputValue.trim() === "" ? -1 : 0 };
    case stateChangeTypes.InputKeyDownArrowUp:
      return altKey ? { ...state, isOpen: false } : changes;
    case stateChangeTypes.InputKeyDownEnter:
      return props.items[state.highlightedIndex] ? changes : state;
    case stateChangeTypes.InputClick:
      return state.isOpen ? state : changes;
    case stateChangeTypes.InputBlur:
    case stateChangeTypes.ItemMouseMove:
    case stateChangeTypes.MenuMouseLeave:
      return state;
    default:
      return changes;
  }
}

type FieldOptions<Value extends string> = {
  options: readonly ComboboxOption<Value>[];
  value: Value | null;
  onChange: (value: Value | null) => void;
};

export type ComboboxField<Value extends string> = ReturnType<typeof useComboboxField<Value>>;

/**
 * Calls `onChange` during the event. Downshift's callbacks run later, so a key that is pressed in between would see the
 * old value.
 */
export function useComboboxField<Value extends string>({ options, value, onChange }: FieldOptions<Value>) {
  const [typed, setTyped] = useState("");
  /** If true, Home and End move in the list instead of the text. */
  const browsing = useRef(false);
  const chosen = options.find((option) => option.value === value) ?? null;
  const query = chosen ? "" : typed;
  const matches = matchingOptions(options, query);
  const combobox = useCombobox<ComboboxOption<Value>>({
    items: [...matches],
    itemToKey: (option) => option?.value,
    selectedItem: chosen,
    inputValue: chosen?.label ?? query,
    stateReducer: reduceComboboxState,
    // Also scrolls the page if needed. Downshift's default scrolls only the list.
    scrollIntoView: (option) => option.scrollIntoView({ block: "nearest" }),
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) browsing.current = false;
    },
  });
  const { isOpen, highlightedIndex, closeMenu } = combobox;

  const choose = (option: ComboboxOption<Value> | null) => {
    if (option) onChange(option.value);
    setTyped("");
    closeMenu();
  };
  const type = (text: string) => {
    if (value !== null) onChange(null);
    setTyped(text);
    browsing.current = false;
  };
  const press = ({ key, altKey, nativeEvent }: KeyboardEvent) => {
    if (key === "ArrowDown" || key === "ArrowUp") browsing.current = true;
    if (key === "ArrowLeft" || key === "ArrowRight") browsing.current = false;
    const isForText = (key === "Home" || key === "End") && !(browsing.current && matches.length > 0);
    const isForOthers = key === "Escape" && !isOpen;
    // During composition, the keys belong to the input method.
    if (nativeEvent.isComposing || isForText || isForOthers) {
      Object.assign(nativeEvent, { preventDownshiftDefault: true });
      return;
    }
    const found = isOpen ? matches[highlightedIndex] : undefined;
    // Tab does not choose an option that the learner reached without typing.
    if (found && (key === "Enter" || (key === "Tab" && query.trim() !== ""))) choose(found);
    if (key === "Escape" || (key === "ArrowUp" && altKey)) setTyped("");
  };
  const settle = () => choose(impliedOption(options, query));
  return { ...combobox, matches, query, choose, type, press, settle };
}
