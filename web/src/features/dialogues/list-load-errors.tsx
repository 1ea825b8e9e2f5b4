import { Button } from "../../ui/button.tsx";
import type { DialoguesState, useCompletedScenarios } from "../content/scenarios.ts";

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

type Props = {
  dialogues: DialoguesState & { kind: "ready" };
  completed: ReturnType<typeof useCompletedScenarios>;
};

export function ListLoadErrors({ dialogues: { missing, retry, retrying }, completed }: Props) {
  return (
    <>
      {missing.length > 0 && (
        <LoadError
          text={`${joinNames(missing.map(({ name }) => name))} could not be loaded.`}
          {...{ retry, retrying }}
        />
      )}
      {completed.isError && !completed.data && (
        <LoadError
          text="Your completed dialogues could not be loaded."
          retry={() => void completed.refetch()}
          retrying={completed.isFetching}
        />
      )}
    </>
  );
}
