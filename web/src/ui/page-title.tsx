import { createContext, useContext, useEffect } from "react";

/** Called with each page's title during prerendering, which has no document. */
export const TitleListener = createContext<(title: string) => void>(() => {});

export function PageTitle({ children }: { children: string }) {
  const title = `${children} · Parlance`;
  useContext(TitleListener)(title);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
