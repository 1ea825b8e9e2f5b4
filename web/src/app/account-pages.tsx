import { useEffect } from "react";
import { Outlet } from "react-router";
import { loadAccountPages } from "../features/accounts/account-pages.ts";

/** Around the pages on which a person says who they are: has them all loaded as soon as somebody begins. */
export function AccountPages() {
  useEffect(() => {
    // Not before somebody begins: reading a page needs none of it.
    if (document.activeElement !== document.body) loadAccountPages();
    const signs = ["focusin", "pointerdown"] as const;
    for (const sign of signs) document.addEventListener(sign, loadAccountPages, { once: true });
    return () => {
      for (const sign of signs) document.removeEventListener(sign, loadAccountPages);
    };
  }, []);
  return <Outlet />;
}
