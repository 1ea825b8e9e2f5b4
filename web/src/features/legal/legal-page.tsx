import type { ReactNode } from "react";
import { PageTitle } from "../../ui/page-title.tsx";
import { operator } from "./operator.ts";
import "./legal.css";

export function LegalPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className="page legal" id="main">
      <PageTitle>{title}</PageTitle>
      <header className="page-head">
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      {children}
      <p className="legal-date">Last changed on {operator.textsOf}.</p>
    </main>
  );
}

export function OperatorAddress() {
  return (
    <address className="legal-address">
      {operator.name}
      <br />
      {operator.address}
      <br />
      <a href={`mailto:${operator.email}`}>{operator.email}</a>
    </address>
  );
}
