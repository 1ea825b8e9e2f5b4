import { type ComponentType, type ReactNode, useEffect, useReducer } from "react";

type Part<Props> = ComponentType<Props> & {
  /** Ignores a failure, because rendering loads the part again. */
  preload: () => void;
};

/** Unlike React's `lazy`, loads again after a failure, when the network returns. */
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
