import { useEffect } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { Email } from "../../../../domain/accounts/account.ts";
import { readCodeLink } from "../../../../domain/accounts/code-link.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { type CodeRequest, codeRequest, codeRequestIn, rememberCodeRequest } from "./code-request.ts";

type Place = Pick<Location<unknown>, "pathname" | "hash" | "state">;

function linkIn({ pathname, hash }: Place): CodeRequest | null {
  const link = readCodeLink(hash);
  if (!link || !Email.safeParse(link.email).success) return null;
  return { ...link, mode: pathname.startsWith(paths.newPassword) ? "reset" : "signup" };
}

/** Which e-mail awaits its code at a place: as a link from an e-mail says there, or the navigation, or this tab's storage. */
export function codeRequestAt(place: Place): CodeRequest | null {
  const stored = codeRequest();
  const given = codeRequestIn(place.state);
  const isStored = given?.email === stored?.email && given?.mode === stored?.mode;
  return linkIn(place) ?? (isStored ? stored : (given ?? stored));
}

/** The same for this page. What a link says is kept in this tab's storage and taken out of the address. */
export function useCodeRequest(): CodeRequest | null {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const link = linkIn(location);
    if (!link) return;
    rememberCodeRequest(link);
    void navigate(location.pathname, { replace: true });
  }, [location, navigate]);
  return codeRequestAt(location);
}
