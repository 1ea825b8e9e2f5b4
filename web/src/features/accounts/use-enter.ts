import { useNavigate } from "react-router";
import { forgetCodeRequest } from "./code-request.ts";
import { endForceReset } from "./force-reset.ts";
import { dropCredentials } from "./held-credentials.ts";
import { awaitSession, refreshSession } from "./session.ts";
import { forgetTypedFields } from "./typed-fields.ts";

/** Lets somebody in who has just signed in, at the path where they are to begin. */
export function useEnter(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  return async (path) => {
    forgetTypedFields();
    forgetCodeRequest();
    endForceReset();
    awaitSession();
    await navigate(path, { replace: true });
    // Not before: the page that is left would ask for the password.
    dropCredentials();
    await refreshSession();
  };
}
