import { Link } from "react-router";
import { paths } from "../../../../../domain/http/pages.ts";
import { Button } from "../../../ui/button.tsx";
import type { DialogueContent } from "./dialogue-content.ts";

/** Says plainly what is not as it was when the mock was sat; marking goes on in any case. */
export function DialogueNotice({ content }: { content: DialogueContent }) {
  if (content.kind === "loading") return null;
  if (content.kind === "ready") {
    if (!content.isChanged) return null;
    return (
      <p className="sheet-notice" role="note">
        This dialogue was changed after the mock: its words, sounds and units may not be those that were heard. The take
        is as it was said.
      </p>
    );
  }
  const { help, retry } = content;
  if (help === "try-again") {
    return (
      <div className="sheet-notice" role="note">
        <p>The words of this dialogue cannot be reached now. The take can be marked without them.</p>
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  }
  if (help === "choose-plan") {
    return (
      <p className="sheet-notice" role="note">
        Its words and sounds come with a paid plan. The take can be marked without them.{" "}
        <Link to={paths.pricing}>See the plans</Link>
      </p>
    );
  }
  return (
    <p className="sheet-notice" role="note">
      This dialogue is not offered any more: its words and sounds are gone. The take can be marked without them.
    </p>
  );
}
