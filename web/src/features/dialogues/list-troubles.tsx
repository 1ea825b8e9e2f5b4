import { Button } from "../../ui/button.tsx";
import type { Dialogues, useCompletedScenarios } from "../content/scenarios.ts";

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(names);
}

type TroubleProps = { text: string; retry: () => void; retrying: boolean };

function Trouble({ text, retry, retrying }: TroubleProps) {
  return (
    <p className="list-trouble" role="status">
      {text}{" "}
      <Button voice="quiet" busy={retrying} onClick={() => retrying || retry()}>
        Try again
      </Button>
    </p>
  );
}

type Props = {
  dialogues: Dialogues & { kind: "ready" };
  completed: ReturnType<typeof useCompletedScenarios>;
};

/** What of the list could not be loaded, and how to try again. */
export function ListTroubles({ dialogues: { missing, retry, retrying }, completed }: Props) {
  return (
    <>
      {missing.length > 0 && (
        <Trouble text={`${inWords(missing.map(({ name }) => name))} could not be loaded.`} {...{ retry, retrying }} />
      )}
      {completed.isError && !completed.data && (
        <Trouble
          text="Your completed dialogues could not be loaded."
          retry={() => void completed.refetch()}
          retrying={completed.isFetching}
        />
      )}
    </>
  );
}
