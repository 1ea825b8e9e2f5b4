/** For each service that a function names, the function that provides it. */
export type Providers<Services> = { [Name in keyof Services]: () => Services[Name] };

/** Gets every named service. */
export function provideAll<Services>(providers: Providers<Services>): Services {
  const names = Object.keys(providers) as (keyof Services)[];
  // Object.keys and Object.fromEntries widen the key types; `Providers` has exactly the keys of `Services`.
  return Object.fromEntries(names.map((name) => [name, providers[name]()])) as Services;
}
