import { useId } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { Topic } from "../content/scenarios.ts";
import {
  type ListView,
  listOrders,
  maxSearchLength,
  type StatusChoice,
  statusChoices,
  toggleTopic,
} from "./list-view.ts";
import { TopicFilter } from "./topic-filter.tsx";
import "./list-filters.css";

const statusLabels: Readonly<Record<StatusChoice, string>> = {
  all: "All",
  new: "Not started",
  begun: "Started",
  completed: "Completed",
};

const orderLabels = { default: "Default order", hardest: "Hardest for me" } as const;

type PartProps = { view: ListView; change: (view: ListView) => void };

function Search({ view, change }: PartProps) {
  return (
    <label className="list-search">
      <span className="visually-hidden">Search in titles</span>
      <input
        type="search"
        dir="auto"
        placeholder="Search in titles"
        maxLength={maxSearchLength}
        value={view.search}
        onChange={({ target }) => change({ ...view, search: target.value, page: 1 })}
      />
    </label>
  );
}

function StatusChoices({ view, change }: PartProps) {
  const name = useId();
  return (
    <fieldset className="list-status">
      <legend className="visually-hidden">Show</legend>
      {statusChoices.map((status) => (
        <label key={status}>
          <input
            type="radio"
            name={name}
            checked={view.status === status}
            onChange={() => change({ ...view, status, page: 1 })}
          />
          {statusLabels[status]}
        </label>
      ))}
    </fieldset>
  );
}

function Order({ view, change }: PartProps) {
  const id = useId();
  return (
    <div className="list-order">
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        value={view.order}
        onChange={({ target }) =>
          change({ ...view, order: listOrders.find((each) => each === target.value) ?? "default", page: 1 })
        }
      >
        {listOrders.map((order) => (
          <option key={order} value={order}>
            {orderLabels[order]}
          </option>
        ))}
      </select>
    </div>
  );
}

type Props = PartProps & {
  /** The language of the learner's paid dialogues; null if only the examples are open. */
  language: LanguageName | null;
  topics: readonly Topic[];
  hasRatings: boolean;
};

export function ListFilters({ language, topics, hasRatings, ...part }: Props) {
  const { view, change } = part;
  return (
    <search className="list-filters" aria-label="Dialogues">
      <Search {...part} />
      <StatusChoices {...part} />
      {(hasRatings || view.order !== "default") && <Order {...part} />}
      {language !== null && topics.length > 1 && (
        <TopicFilter
          topics={topics}
          language={language}
          selected={view.topics}
          onToggle={(topic) => change(toggleTopic(view, topic))}
          onClear={() => change({ ...view, topics: [], page: 1 })}
        />
      )}
    </search>
  );
}
