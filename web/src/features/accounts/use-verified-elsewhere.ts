import { useEffect, useRef } from "react";
import { useEnterIfVerified } from "./email-verification.ts";
import { rememberedCredentials } from "./sign-in-flow.ts";

const pollIntervalMs = 15_000;

/** Logs in after the email has been confirmed elsewhere. */
export function useVerifiedElsewhere(email: string | undefined, isBusy: boolean): void {
  const enterIfVerified = useEnterIfVerified();
  const look = useRef(async () => {});
  const looking = useRef(false);
  useEffect(() => {
    look.current = async () => {
      const credentials = rememberedCredentials(email);
      if (!credentials || isBusy || looking.current || document.visibilityState !== "visible") return;
      looking.current = true;
      await enterIfVerified(credentials).finally(() => {
        looking.current = false;
      });
    };
  });
  useEffect(() => {
    const onLook = () => void look.current();
    const timer = setInterval(onLook, pollIntervalMs);
    window.addEventListener("focus", onLook);
    document.addEventListener("visibilitychange", onLook);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", onLook);
      document.removeEventListener("visibilitychange", onLook);
    };
  }, []);
}
