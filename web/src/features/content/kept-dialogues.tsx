import { useState } from "react";
import { languageLabel } from "../../../../domain/content/language.ts";
import { Button } from "../../ui/button.tsx";
import { countedText } from "../../ui/counted-text.ts";
import { sizeText } from "../../ui/size-text.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { type KeptDialogue, removeKept } from "./keep-dialogue.ts";
import { isRemovedBySafari, keepFailureText, notRemovedText, safariText } from "./kept-text.ts";
import { useKept } from "./use-kept.ts";
import "./kept.css";

function totalText(kept: readonly KeptDialogue[]): string {
  if (kept.length === 0)
    return "You have no kept dialogues in this browser. Open a dialogue, then press More and Keep offline.";
  const bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
  const them = kept.length === 1 ? "it" : "them";
  return `${countedText(kept.length, "dialogue")}, ${sizeText(bytes)}. Logging out deletes ${them}.`;
}

export function KeptDialogues({ userId }: { userId: string }) {
  const kept = useKept(userId);
  const [told, setTold] = useState("");
  if (kept === null) return null;
  if (kept === "unreadable") return <p>{keepFailureText(null)}</p>;
  const remove = ({ folder, listed }: KeptDialogue) => {
    removeKept(userId, folder).then(
      () => setTold(`${listed.scenario} removed.`),
      () => setTold(notRemovedText),
    );
  };
  return (
    <div className="kept-dialogues">
      <p>{totalText(kept)}</p>
      <p role="status">{told}</p>
      <ul>
        {kept.map((each) => (
          <li key={each.folder}>
            <strong {...titleLanguage(each.listed.scenario, each.language)}>{each.listed.scenario}</strong>
            <span>{languageLabel(each.language)}</span>
            <span>{sizeText(each.bytes)}</span>
            <Button variant="quiet" aria-label={`Remove ${each.listed.scenario}`} onClick={() => remove(each)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isRemovedBySafari() && <p>{safariText}</p>}
    </div>
  );
}
