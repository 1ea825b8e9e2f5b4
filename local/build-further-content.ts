import { buildPack } from "../content/building/build-pack.ts";
import { createWorkspace } from "../content/building/workspace.ts";
import { MissingProgramError } from "../content/files/run-program.ts";
import { espeak } from "../content/voices/espeak.ts";
import type { FurtherContentMessage } from "./further-content.ts";

// Ends this process together with the process that started it.
process.on("disconnect", () => process.exit(1));
const send = (message: FurtherContentMessage) => void process.send?.(message);

const [, , directory = ""] = process.argv;
try {
  const { made, removed, faults } = await buildPack({
    workspace: createWorkspace(directory),
    voices: [espeak],
    report: (_done, total) => send({ type: "begun", recordings: total }),
  });
  send({ type: "built", isChanged: made + removed > 0, faults: [...faults] });
} catch (error) {
  const kind = error instanceof MissingProgramError ? "no-voice" : "failed";
  send({ type: kind, reason: error instanceof Error ? error.message : String(error) });
}
process.disconnect();
