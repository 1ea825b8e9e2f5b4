import { createContext, useContext, useEffect } from "react";

/** Receives the title during prerendering, which has no document. */
export const TitleListener = createContext<(title: string) => void>(() => {});

export function PageTitle({ children }: { children: string }) {
  const title = `${children} · Parlance`;
  useContext(TitleListener)(title);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
