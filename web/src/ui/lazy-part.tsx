import { type ComponentType, type ReactNode, useEffect, useReducer } from "react";

type Part<Props> = ComponentType<Props> & {
  /** Loads it before it is needed; what fails is loaded again when it is. */
  preload: () => void;
};

/**
 * A part of a page that is loaded when it is first drawn. While it is not there the page does without, or has the fallback,
 * and it is tried again when the network is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): Part<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const get = async () => {
    Loaded ??= await load();
  };
  function LazyPart(props: Props) {
    const [, draw] = useReducer((times: number) => times + 1, 0);
    const missing = Loaded === null;
    useEffect(() => {
      if (!missing) return;
      const attempt = () => void get().then(draw, () => {});
      attempt();
      window.addEventListener("online", attempt);
      return () => window.removeEventListener("online", attempt);
    }, [missing]);
    return Loaded ? <Loaded {...props} /> : fallback;
  }
  return Object.assign(LazyPart, { preload: () => void get().catch(() => {}) });
}
