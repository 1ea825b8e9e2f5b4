import type { ReactNode } from "react";

export function Notice({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <section className="notice">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {action}
    </section>
  );
}
