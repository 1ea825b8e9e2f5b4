import { type ReactNode, useEffect, useRef } from "react";
import { announceReady } from "../../early-clicks.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import "./credentials-page.css";

type Props = { title: string; lead: ReactNode; children: ReactNode; footer: ReactNode };

// Whoever opens the app begins at its top; only what follows takes the focus, which would be lost with the last page's.
let isFirst = true;

function useFocusAfterFirst() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst && document.activeElement === document.body) heading.current?.focus();
    return () => {
      isFirst = false;
    };
  }, []);
  return heading;
}

/** The frame of every page on which a person says who they are. */
export function CredentialsPage({ title, lead, children, footer }: Props) {
  const heading = useFocusAfterFirst();
  useEffect(() => {
    // Once its fields know what was typed into them before.
    const timer = setTimeout(announceReady);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="credentials" id="main">
      <PageTitle>{title}</PageTitle>
      <div className="credentials-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="credentials-lead">{lead}</p>
        {children}
        <div className="credentials-footer">{footer}</div>
      </div>
    </main>
  );
}
