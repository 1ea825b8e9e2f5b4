import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../../ui/button.tsx";
import { recordings } from "../../practice/takes/take-labels.ts";
import { saveMocks } from "./mock-file.ts";

type Props = { userId: string /** Of one mock; all if not given. */; attemptId?: string };

/** Saves what was said in mocks to a file. */
export function SaveMocks({ userId, attemptId }: Props) {
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: () => saveMocks(queries, userId, attemptId),
    // It asks this device, and the network only for what can be done without.
    networkMode: "always",
  });
  return (
    <>
      <Button busy={saving.isPending} onClick={() => saving.isPending || saving.mutate()}>
        Save as a file (ZIP)
      </Button>
      <span role="status">
        {saving.isSuccess &&
          (saving.data === 0 ? "There is nothing to save on this device." : `${recordings(saving.data)} saved.`)}
        {saving.isError && "It could not be saved. Close other tabs of Parlance and try again."}
      </span>
    </>
  );
}
