import { Content, List, Root, Trigger } from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import "./tabs.css";

export type Tab<Id extends string> = { id: Id; label: string; content: ReactNode };

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
};

export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const select = (value: string) => {
    const tab = tabs.find(({ id }) => id === value);
    if (tab) onSelect(tab.id);
  };
  return (
    <Root value={selected} onValueChange={select}>
      <List className="tab-list" aria-label={label}>
        {tabs.map(({ id, label: name }) => (
          <Trigger key={id} className="tab" value={id}>
            {name}
          </Trigger>
        ))}
      </List>
      {tabs.map(({ id, content }) => (
        <Content key={id} className="tab-panel" value={id}>
          {content}
        </Content>
      ))}
    </Root>
  );
}
