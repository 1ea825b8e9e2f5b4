/** For each service that a function names, the function that provides it. */
export type Providers<Services> = { [Name in keyof Services]: () => Services[Name] };

/** The services that these providers provide. */
export type ProvidedServices<Named extends Record<string, () => unknown>> = {
  [Name in keyof Named]: ReturnType<Named[Name]>;
};

/** The same provider, of which a function uses these methods alone. */
export const pickMethods = <Service, Method extends keyof Service>(
  provider: () => Service,
  ..._methods: Method[]
): (() => Pick<Service, Method>) => provider;

/** Gets every named service. */
export function provideAll<Services>(providers: Providers<Services>): Services {
  const names = Object.keys(providers) as (keyof Services)[];
  // Object.keys and Object.fromEntries widen the key types; `Providers` has exactly the keys of `Services`.
  return Object.fromEntries(names.map((name) => [name, providers[name]()])) as Services;
}
