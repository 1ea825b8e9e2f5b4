declare module "dynalite" {
  import type { Server } from "node:http";

  type DynaliteOptions = {
    /** The directory of the database. Without it, the database is in memory. */
    path?: string;
    createTableMs?: number;
    deleteTableMs?: number;
    updateTableMs?: number;
  };

  /** Creates a server that does not listen yet. Closing the server also closes its database. */
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}
