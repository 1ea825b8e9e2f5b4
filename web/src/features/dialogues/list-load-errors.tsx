import { Button } from "../../ui/button.tsx";
import type { DialoguesState, useCompletedScenarios } from "../content/scenarios.ts";
import type { useProgress } from "../progress/progress.ts";

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(names);
}

type LoadErrorProps = { text: string; retry: () => void; retrying: boolean };

function LoadError({ text, retry, retrying }: LoadErrorProps) {
  return (
    <p className="list-trouble" role="status">
      {text}{" "}
      <Button variant="quiet" busy={retrying} onClick={() => retrying || retry()}>
        Try again
      </Button>
    </p>
  );
}

type LearnerQuery = ReturnType<typeof useCompletedScenarios> | ReturnType<typeof useProgress>;

function QueryError({ text, query }: { text: string; query: LearnerQuery }) {
  if (!query.isError || query.data) return null;
  return <LoadError text={text} retry={() => void query.refetch()} retrying={query.isFetching} />;
}

type Props = {
  dialogues: DialoguesState & { kind: "ready" };
  completed: ReturnType<typeof useCompletedScenarios>;
  progress: ReturnType<typeof useProgress>;
};

export function ListLoadErrors({ dialogues: { missing, retry, retrying }, completed, progress }: Props) {
  return (
    <>
      {missing.length > 0 && (
        <LoadError
          text={`Dialogues of ${joinNames(missing.map(({ name }) => name))} could not be loaded.`}
          {...{ retry, retrying }}
        />
      )}
      <QueryError text="Your completed dialogues could not be loaded." query={completed} />
      <QueryError text="Your progress could not be loaded." query={progress} />
    </>
  );
}
