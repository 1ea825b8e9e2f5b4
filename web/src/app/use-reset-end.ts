import { useEffect } from "react";
import { useLocation } from "react-router";
import { pageAt } from "../../../domain/accounts/redirect.ts";
import { paths } from "../../../domain/http/pages.ts";
import { endForceResetHere } from "../features/accounts/code-request.ts";

const resetPages: readonly string[] = [paths.forgotPassword, paths.verify, paths.newPassword];

/** Lets the redirect rules speak again once this tab has left the pages on which a password is reset. */
export function useResetEnd(): void {
  const page = pageAt(useLocation().pathname);
  useEffect(() => {
    if (!resetPages.includes(page)) endForceResetHere();
  }, [page]);
}
