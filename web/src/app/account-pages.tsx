import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { loadAuth } from "../features/accounts/session.ts";
import { useCatalogue } from "../features/content/catalogue.ts";
import { offerText } from "../features/content/catalogue-text.ts";

import "./sign-up-offer.css";

function SignUpOffer() {
  const catalogue = useCatalogue();
  return (
    <aside className="sign-up-offer" aria-label="Dialogues by language">
      <p>
        {/* A plain link loads a new document, so the browser scrolls to the list of languages. */}
        <a href={`${paths.home}#languages`}>See dialogues by language</a>
      </p>
      <p className="sign-up-total">{catalogue && offerText(catalogue, null)}</p>
    </aside>
  );
}

export const accountPages = {
  login: () => import("../features/accounts/login-page.tsx"),
  signup: () => import("../features/accounts/signup-page.tsx"),
  verify: () => import("../features/accounts/verify-page.tsx"),
  forgotPassword: () => import("../features/accounts/forgot-password-page.tsx"),
  newPassword: () => import("../features/accounts/new-password-page.tsx"),
};

/** Preloads files, so that a short loss of the network does not interrupt a sign-in. */
function preloadAccountPages(): void {
  const others = [() => import("../features/accounts/amplify-google.ts"), () => import("../ui/toast-region.tsx")];
  const loads = [loadAuth, ...others, ...Object.values(accountPages)];
  // Ignores a failure, because each file is imported again when it is needed.
  for (const load of loads) load().catch(() => {});
}

export function AccountPages() {
  useEffect(() => {
    // Waits for an interaction, because visitors who only read do not need these files.
    if (document.activeElement !== document.body) preloadAccountPages();
    const signs = ["focusin", "pointerdown"] as const;
    for (const sign of signs) document.addEventListener(sign, preloadAccountPages, { once: true });
    return () => {
      for (const sign of signs) document.removeEventListener(sign, preloadAccountPages);
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
