import { createContext, useContext, useEffect } from "react";

/** Told each page's title while it is drawn where there is no document. */
export const TitleListener = createContext<(title: string) => void>(() => {});

/** Names the page in the browser's tab and history. */
export function PageTitle({ children }: { children: string }) {
  const title = `${children} · Parlance`;
  useContext(TitleListener)(title);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
