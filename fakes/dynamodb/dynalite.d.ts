declare module "dynalite" {
  import type { Server } from "node:http";

  type DynaliteOptions = {
    /** Directory of the database; kept in memory if missing. */
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  };

  /** A server that does not listen yet. Closing it, once it listens, closes its database. */
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}
