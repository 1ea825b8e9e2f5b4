import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { recordingCountText } from "./recording-labels.ts";
import "./save-as-zip.css";

/** The saving of recordings to a file; its result is their number. */
export type ZipMutation = UseMutationResult<number, Error, void>;

/** @param save saves the recordings to a file and returns their number */
export function useZipMutation(save: () => Promise<number>): ZipMutation {
  return useMutation({
    mutationFn: save,
    // The recordings are on this device; the network only adds to them.
    networkMode: "always",
  });
}

/** A button that saves recordings to a file, and the result of it. */
export function SaveAsZipButton({ saving }: { saving: ZipMutation }) {
  return (
    <span className="save-as-zip">
      <Button busy={saving.isPending} onClick={() => saving.isPending || saving.mutate()}>
        Save as a file (ZIP)
      </Button>
      <span role="status">
        {saving.isPending && "Saving the file…"}
        {saving.isSuccess &&
          (saving.data === 0 ? "There are no recordings on this device." : `${recordingCountText(saving.data)} saved.`)}
        {saving.isError && "It could not be saved. Close other tabs of Parlance and try again."}
      </span>
    </span>
  );
}
