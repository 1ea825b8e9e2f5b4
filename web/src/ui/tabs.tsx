import { type KeyboardEvent, type ReactNode, useId } from "react";
import "./tabs.css";

export type Tab<Id extends string> = { id: Id; label: string; content: ReactNode };

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
};

function neighbour(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Panels of which one shows. Arrow keys move between the tabs, and a tab shows as soon as it is reached. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const base = useId();
  const at = tabs.findIndex(({ id }) => id === selected);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = neighbour(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    const button = event.currentTarget.children.item(next);
    if (button instanceof HTMLElement) button.focus();
    onSelect(tab.id);
  };
  return (
    <>
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={press}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `${base}-${tab.id}-panel` : undefined}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${base}-${selected}-panel`}
        aria-labelledby={`${base}-${selected}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may begin with text, which keys must reach.
        tabIndex={0}
      >
        {tabs[at]?.content}
      </div>
    </>
  );
}
