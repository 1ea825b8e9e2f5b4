declare module "dynalite" {
  import type { Server } from "node:http";

  type DynaliteOptions = {
    /** Without a path, the database is in memory. */
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  };

  /** Creates a server that does not listen yet. Closing the server also closes its database. */
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}
