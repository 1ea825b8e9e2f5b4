import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { recordingCountText } from "./recording-labels.ts";
import "./save-as-zip.css";

/** `data` is the number of saved recordings. */
export type ZipMutation = UseMutationResult<number, Error, void>;

export function useZipMutation(save: () => Promise<number>): ZipMutation {
  return useMutation({
    mutationFn: save,
    // Runs offline too, because the recordings are on this device.
    networkMode: "always",
  });
}

export function SaveAsZipButton({ saving }: { saving: ZipMutation }) {
  return (
    <span className="save-as-zip">
      <Button busy={saving.isPending} onClick={() => saving.isPending || saving.mutate()}>
        Save as a file (ZIP)
      </Button>
      <span role="status">
        {saving.isPending && "Saving the file…"}
        {saving.isSuccess &&
          (saving.data === 0
            ? "There are no recordings to save."
            : `The file contains ${recordingCountText(saving.data)}.`)}
        {saving.isError && "The file could not be saved. Close other tabs of Parlance and try again."}
      </span>
    </span>
  );
}
