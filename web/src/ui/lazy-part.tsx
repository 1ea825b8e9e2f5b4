import { type ComponentType, type ReactNode, useEffect, useReducer } from "react";

type Part<Props> = ComponentType<Props> & {
  /** Loads the part early. After a failure, the part is loaded again when it is rendered. */
  preload: () => void;
};

/**
 * Creates a component that is loaded when it is first rendered. Until then it shows the fallback. After a failure, the
 * part is loaded again when the network returns.
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
