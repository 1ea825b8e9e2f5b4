import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { loadAccountPages } from "../features/accounts/account-pages.ts";
import { SignUpOffer } from "./sign-up-offer.tsx";

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
  const { pathname } = useLocation();
  return (
    <>
      <Outlet />
      {pathname === paths.signup && <SignUpOffer />}
    </>
  );
}
