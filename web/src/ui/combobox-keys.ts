/** The list of a combobox: whether it shows, what was typed to narrow it, and which entry the keys stand on. */
export type ComboboxList = {
  open: boolean;
  /** What was typed; null while the field shows what is chosen. */
  query: string | null;
  /** Place of the entry that Enter would choose; -1 for none. */
  active: number;
  /** The arrow keys are in use, so that Home and End belong to the list, not to the text. */
  browsing: boolean;
};

export const closedList: ComboboxList = { open: false, query: null, active: -1, browsing: false };

/** What a key does: a new state of the list, a choice of the active entry, or nothing (null). */
export type KeyOutcome = { list: ComboboxList; handled: boolean } | { choose: number; handled: boolean } | null;

type Key = { key: string; altKey: boolean };
type Facts = { list: ComboboxList; count: number; chosenAt: number };

function onArrow(step: 1 | -1, altKey: boolean, { list, count, chosenAt }: Facts): KeyOutcome {
  if (altKey && step === -1) return { list: closedList, handled: true };
  if (!list.open) {
    const first = step === 1 ? 0 : count - 1;
    return { list: { ...list, open: true, active: chosenAt < 0 ? first : chosenAt, browsing: true }, handled: true };
  }
  const from = list.active < 0 && step === -1 ? 0 : list.active;
  const active = count === 0 ? -1 : (from + step + count) % count;
  return { list: { ...list, active, browsing: true }, handled: true };
}

function onEdge(at: number, { list, count }: Facts): KeyOutcome {
  if (!list.open || !list.browsing || count === 0) return null;
  return { list: { ...list, active: at }, handled: true };
}

/** What a key does in the field of an editable combobox with a list of suggestions. */
export function onComboboxKey({ key, altKey }: Key, facts: Facts): KeyOutcome {
  const { list, count } = facts;
  switch (key) {
    case "ArrowDown":
      return onArrow(1, altKey, facts);
    case "ArrowUp":
      return onArrow(-1, altKey, facts);
    case "Home":
      return onEdge(0, facts);
    case "End":
      return onEdge(count - 1, facts);
    case "ArrowLeft":
    case "ArrowRight":
      return list.browsing ? { list: { ...list, browsing: false }, handled: false } : null;
    case "Escape":
      return list.open ? { list: closedList, handled: true } : null;
    case "Enter":
      if (!list.open) return null;
      return list.active < 0 ? { list, handled: true } : { choose: list.active, handled: true };
    case "Tab":
      // Going on from the field takes what was found by typing, but nothing that was merely looked at.
      return list.open && list.query?.trim() && list.active >= 0 ? { choose: list.active, handled: false } : null;
    default:
      return null;
  }
}
