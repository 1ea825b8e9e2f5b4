import { type ReactNode, useEffect } from "react";
import { Mark } from "../../ui/mark.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { loadAccountPages } from "./account-pages.ts";
import "./credentials-page.css";

type Props = { title: string; lead: ReactNode; children: ReactNode; footer: ReactNode };

/** The frame of every page on which a person says who they are. */
export function CredentialsPage({ title, lead, children, footer }: Props) {
  useEffect(loadAccountPages, []);
  return (
    <main className="credentials" id="main">
      <PageTitle>{title}</PageTitle>
      <div className="credentials-card">
        <Mark />
        <h1>{title}</h1>
        <p className="credentials-lead">{lead}</p>
        {children}
        <div className="credentials-footer">{footer}</div>
      </div>
    </main>
  );
}
