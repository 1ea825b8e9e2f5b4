import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";

const PlayAtOnce = z.object({ playsAtOnce: z.literal(true) });

/** Navigation state of a link that plays the first original without another click. */
export const playAtOnce: z.infer<typeof PlayAtOnce> = { playsAtOnce: true };

/** True if a link with `playAtOnce` opened the page. False after a reload, because playback needs a gesture. */
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
