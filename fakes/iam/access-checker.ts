/** One action that a function may do, on a resource: an ARN, in which "*" stands for any characters. */
export type Grant = { action: string; resource: string };

/** One action on one resource that a call comes to. */
export type RequestedAction = { action: string; resource: string };

/** What each function may do, by its name. */
export type Grants = Readonly<Record<string, readonly Grant[]>>;

/** Who calls: a function, or somebody with an address that a function signed; "nobody" is any other signed call. */
export type Caller =
  | { kind: "function"; name: string }
  | { kind: "holder of a presigned address" }
  | { kind: "nobody" };

function isGrantFor(grant: Grant, { action, resource }: RequestedAction): boolean {
  if (grant.action !== action) return false;
  const parts = grant.resource.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(resource);
}

/** A grant of a function in a list of them. */
export const formatGrant = (name: string, { action, resource }: Grant) => `${name}: ${action} on ${resource}`;

/** What came of the calls that were judged: the grants that let one through, as `written`, and what was refused. */
export type AccessReport = { used: string[]; refused: string[] };

/** Judges calls by what their callers are granted, and remembers what came of it. */
export class AccessChecker {
  readonly #grants: Grants;
  readonly #used = new Set<Grant>();
  readonly #refusals = new Set<string>();

  constructor(grants: Grants) {
    this.#grants = grants;
  }

  /** Why a caller may not do that, in the words of AWS; null if it may. */
  check(caller: Caller, deed: RequestedAction): string | null {
    const covering = this.#grantsOf(caller).filter((grant) => isGrantFor(grant, deed));
    for (const grant of covering) this.#used.add(grant);
    if (covering.length > 0) return null;
    const who = caller.kind === "function" ? caller.name : caller.kind;
    const { action, resource } = deed;
    const refusal = `${who} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
    this.#refusals.add(refusal);
    return refusal;
  }

  #grantsOf(caller: Caller): readonly Grant[] {
    switch (caller.kind) {
      case "function":
        return this.#grants[caller.name] ?? [];
      // All functions sign with one pair of keys here, so whoever comes may do what any of them may.
      case "holder of a presigned address":
        return Object.values(this.#grants).flat();
      case "nobody":
        return [];
    }
  }

  report(): AccessReport {
    const used = Object.entries(this.#grants).flatMap(([name, grants]) =>
      grants.filter((grant) => this.#used.has(grant)).map((grant) => formatGrant(name, grant)),
    );
    return { used, refused: [...this.#refusals] };
  }
}
