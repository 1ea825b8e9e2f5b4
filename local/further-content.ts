import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { PublishError } from "../content/publishing/publish-error.ts";

/**
 * Folder of the languages whose recordings are not in the repository.
 * Why: docs/decisions/0162-build-further-languages-on-the-machine.md
 */
export const furtherContent = join(import.meta.dirname, "..", "content", "further");

const FurtherContentMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("begun"), recordings: z.number() }),
  z.object({ type: z.literal("built"), isChanged: z.boolean(), faults: z.readonly(z.array(z.string())) }),
  z.object({ type: z.enum(["no-voice", "failed"]), reason: z.string() }),
]);
export type FurtherContentMessage = z.infer<typeof FurtherContentMessage>;

export type FurtherContentOptions = {
  directory: string;
  /** Returns false if another publication stays. */
  refreshContent: () => Promise<boolean>;
  print: (line: string) => void;
};

/** The build has a low priority, because the app runs meanwhile. */
export async function addFurtherContent({ directory, refreshContent, print }: FurtherContentOptions): Promise<void> {
  const builder = fork(join(import.meta.dirname, "build-further-content.ts"), [directory], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  if (builder.pid !== undefined) setPriority(builder.pid, constants.priority.PRIORITY_LOW);
  const messages: FurtherContentMessage[] = [];
  builder.on("message", (message) => {
    messages.push(FurtherContentMessage.parse(message));
    const [first] = messages;
    if (messages.length > 1 || first?.type !== "begun") return;
    print(`Making ${first.recordings} recordings of further languages. The app works meanwhile.`);
  });
  await once(builder, "close");
  const last = messages.at(-1);
  if (last?.type === "built" && last.isChanged) print(await publish(refreshContent));
  for (const line of describeShortfall(last)) print(line);
}

async function publish(refreshContent: () => Promise<boolean>): Promise<string> {
  try {
    return (await refreshContent())
      ? "The further languages are ready. Reload the app to see them."
      : "The further languages are built, but not published, because another command made the latest publication.";
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return `The further languages are built, but could not be published: ${error.message}`;
  }
}

function describeShortfall(last: FurtherContentMessage | undefined): readonly string[] {
  switch (last?.type) {
    case "built":
      return last.faults;
    case "no-voice":
      return [`Further languages are left out. ${last.reason}`];
    case "failed":
      return [`The further languages could not be made: ${last.reason}`];
    case "begun":
    case undefined:
      return ["The further languages were not finished. The next start continues."];
  }
}
