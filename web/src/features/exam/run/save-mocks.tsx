import { useQueryClient } from "@tanstack/react-query";
import { SaveAsZip, useZipSaving } from "../../recording/save-as-zip.tsx";
import { saveMocks } from "./mock-file.ts";

type Props = { userId: string /** Of one mock; all if not given. */; attemptId?: string };

/** Saves what was said in mocks to a file. */
export function SaveMocks({ userId, attemptId }: Props) {
  const queries = useQueryClient();
  return <SaveAsZip saving={useZipSaving(() => saveMocks(queries, userId, attemptId))} />;
}
