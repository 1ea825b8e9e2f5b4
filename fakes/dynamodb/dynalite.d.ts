declare module "dynalite" {
  import type { Server } from "node:http";

  type DynaliteOptions = {
    /** Directory of the database; in memory if missing. */
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  };

  /** Creates a server that does not listen yet. Closing a listening server closes its database. */
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}
