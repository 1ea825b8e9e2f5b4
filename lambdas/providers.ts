/** For each service that a function names, how to get it. */
export type Providers<Services> = { [Name in keyof Services]: () => Services[Name] };

/** Gets every named service. */
export function provideAll<Services>(providers: Providers<Services>): Services {
  const names = Object.keys(providers) as (keyof Services)[];
  // Object.keys and Object.fromEntries forget the names; `Providers` has exactly those of `Services`.
  return Object.fromEntries(names.map((name) => [name, providers[name]()])) as Services;
}
