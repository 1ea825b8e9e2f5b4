import { type ReactNode, useEffect, useRef } from "react";
import type { EntryPlace } from "./entry-place.ts";

type Props = {
  title: ReactNode;
  place: EntryPlace;
  tools?: ReactNode;
  children?: ReactNode;
};

/** Moves the focus to the title of each later entry, because the focused control of the previous entry is gone. */
export function ReviewHead({ title, place, tools, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { isLater, isRepeat, left } = place;
  useEffect(() => {
    if (isLater) heading.current?.focus();
  }, [isLater]);
  return (
    <header className="practice-head">
      <div className="practice-ways review-ways-head">
        <p className="review-left">{left}</p>
        {tools}
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {isRepeat && <p className="review-quiet">Once more, because you rated it Again.</p>}
      {children}
    </header>
  );
}
