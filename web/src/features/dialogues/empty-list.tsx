import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import type { ListView, StatusChoice } from "./list-view.ts";

const statusTitles: Readonly<Record<StatusChoice, string>> = {
  all: "No dialogue to show",
  new: "No new dialogues here",
  begun: "You have no dialogue in progress here",
  completed: "No completed dialogues here",
};

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="list-empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

type Props = {
  view: ListView;
  /** True if a dialogue of the selected topics is loaded. */
  hasTopics: boolean;
  /** True if dialogues of the selected topics could not be loaded. The list reports this failure itself. */
  isIncomplete: boolean;
  isStatusKnown: boolean;
  onShowAll: () => void;
};

export function EmptyList({ view, hasTopics, isIncomplete, isStatusKnown, onShowAll }: Props) {
  if (!hasTopics && isIncomplete) return null;
  if (!hasTopics) {
    return (
      <Frame title="No scenarios match your selection">
        <p>Try selecting different topics.</p>
      </Frame>
    );
  }
  const isCertain = !isIncomplete && (isStatusKnown || view.status === "all");
  const title = view.search.trim() === "" ? statusTitles[view.status] : "No matching dialogue";
  return (
    <Frame title={isCertain ? title : statusTitles.all}>
      {/* The selected topics stay selected. */}
      <Button onClick={onShowAll}>
        {view.topics.length === 0 ? "Show all dialogues" : "Show all dialogues of the selected topics"}
      </Button>
    </Frame>
  );
}
