import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { countedText } from "../../ui/counted-text.ts";
import type { StudyFacts } from "./due-reviews.ts";

export function HomeFacts({ facts }: { facts: StudyFacts | undefined }) {
  const { due = 0, minutes = 0 } = facts ?? {};
  return (
    <p className="home-facts">
      {due > 0 && <Link to={paths.review}>{due} to review</Link>}
      {due > 0 && minutes > 0 && " · "}
      {minutes > 0 && <Link to={paths.progress}>{countedText(minutes, "minute")} in the last 7 days</Link>}
    </p>
  );
}
