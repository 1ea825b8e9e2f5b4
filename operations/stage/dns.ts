import { Resolver } from "node:dns/promises";

export type Dns = {
  aliases: (name: string) => Promise<string[]>;
  addresses: (name: string) => Promise<string[]>;
};

/** The codes of node:dns for "no such name" and "no such record". */
const missingCodes = new Set(["ENOTFOUND", "ENODATA"]);

async function orNothing(records: Promise<string[]>): Promise<string[]> {
  try {
    return await records;
  } catch (error) {
    if (error instanceof Error && "code" in error && missingCodes.has(String(error.code))) return [];
    throw error;
  }
}

export function createDns(): Dns {
  const resolver = new Resolver({ timeout: 5_000, tries: 2 });
  return {
    aliases: (name) => orNothing(resolver.resolveCname(name)),
    addresses: (name) => orNothing(resolver.resolve4(name)),
  };
}

const normalise = (name: string) => name.toLowerCase().replace(/\.$/, "");

/** Compares addresses too, because some name servers return addresses instead of an alias. */
export async function pointsTo(dns: Dns, name: string, target: string): Promise<boolean> {
  if ((await dns.aliases(name)).some((alias) => normalise(alias) === normalise(target))) return true;
  const [here, there] = await Promise.all([dns.addresses(name), dns.addresses(target)]);
  return here.some((address) => there.includes(address));
}
