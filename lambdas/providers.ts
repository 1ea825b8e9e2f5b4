export type Providers<Services> = { [Name in keyof Services]: () => Services[Name] };

export type ProvidedServices<Named extends Record<string, () => unknown>> = {
  [Name in keyof Named]: ReturnType<Named[Name]>;
};

export const pickMethods = <Service, Method extends keyof Service>(
  provider: () => Service,
  ..._methods: Method[]
): (() => Pick<Service, Method>) => provider;

export function provideAll<Services>(providers: Providers<Services>): Services {
  const names = Object.keys(providers) as (keyof Services)[];
  // The cast is safe, because `Providers` has the keys of `Services`.
  return Object.fromEntries(names.map((name) => [name, providers[name]()])) as Services;
}
