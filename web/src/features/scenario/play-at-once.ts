import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";

const PlayAtOnce = z.object({ playsAtOnce: z.literal(true) });

export const playAtOnce: z.infer<typeof PlayAtOnce> = { playsAtOnce: true };

/** Clears the navigation state, because a reload would otherwise request playback without a user gesture. */
export function usePlayAtOnce(): boolean {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = z.safeParse(PlayAtOnce, state).success;
  const [wasAsked] = useState(isAsked);
  useEffect(() => {
    if (isAsked) void navigate({ pathname, search }, { replace: true, state: null, preventScrollReset: true });
  }, [isAsked, navigate, pathname, search]);
  return wasAsked;
}
