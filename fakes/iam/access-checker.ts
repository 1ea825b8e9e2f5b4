/** "*" in `resource` matches any characters. */
export type Grant = { action: string; resource: string };

export type RequestedAction = { action: string; resource: string };

/** By the function's name. */
export type Grants = Readonly<Record<string, readonly Grant[]>>;

/** A call by "nobody" is signed, but does not name a function. */
export type Caller =
  | { kind: "function"; name: string }
  | { kind: "holder of a presigned address" }
  | { kind: "nobody" };

function isGrantFor(grant: Grant, { action, resource }: RequestedAction): boolean {
  if (grant.action !== action) return false;
  const parts = grant.resource.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(resource);
}

export const formatGrant = (name: string, { action, resource }: Grant) => `${name}: ${action} on ${resource}`;

/** `used` contains grants as `formatGrant` writes them. */
export type AccessReport = { used: string[]; refused: string[] };

export class AccessChecker {
  readonly #grants: Grants;
  readonly #used = new Set<Grant>();
  readonly #refusals = new Set<string>();

  constructor(grants: Grants) {
    this.#grants = grants;
  }

  /** Returns the reason for a refusal, or null if the call is allowed. */
  check(caller: Caller, requested: RequestedAction): string | null {
    const covering = this.#grantsOf(caller).filter((grant) => isGrantFor(grant, requested));
    for (const grant of covering) this.#used.add(grant);
    if (covering.length > 0) return null;
    const who = caller.kind === "function" ? caller.name : caller.kind;
    const { action, resource } = requested;
    const refusal = `${who} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
    this.#refusals.add(refusal);
    return refusal;
  }

  #grantsOf(caller: Caller): readonly Grant[] {
    switch (caller.kind) {
      case "function":
        return this.#grants[caller.name] ?? [];
      // All local functions sign with one key pair, so the signature does not show which function presigned a URL or a
      // form.
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
