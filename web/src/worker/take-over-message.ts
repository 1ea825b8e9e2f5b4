/** Asks a waiting worker to replace the active one. */
export const takeOverMessage = "take over";
