import { audioPaths } from "../../../../../domain/content/pack.ts";
import { sounds } from "../../content/sounds.ts";
import { SpeechFigures, useSpeechFigures } from "../../recording/speech-figures.tsx";
import { type MockTake, mockTakeFile } from "../takes/mock-takes.ts";
import type { DialogueContent } from "./dialogue-content.ts";
import type { SheetSegment } from "./sheet-view.ts";

type Props = { take: MockTake; segment: SheetSegment; content: DialogueContent };

/** What can be measured of a take, beside the reference. */
export function TakeFigures({ take, segment: { text }, content }: Props) {
  const path = content.kind === "ready" && text ? audioPaths(content.folder, text).translation : null;
  const own = useSpeechFigures(`${take.number}`, () => mockTakeFile(take.number));
  const reference = useSpeechFigures(path, async () => {
    if (path === null) return null;
    const options = { signal: new AbortController().signal, priority: "low" } as const;
    return sounds.load(path, options).checked.catch(() => null);
  });
  return <SpeechFigures take={own} reference={reference} />;
}
