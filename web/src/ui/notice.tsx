import type { ReactNode } from "react";

/** A state in which there is nothing to work with: why, and what to do next. */
export function Notice({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <section className="notice">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
      {action}
    </section>
  );
}
