// Prints the ms to import the module of the first argument in a new process.
const startedAt = performance.now();
await import(process.argv[2] ?? "");
process.stdout.write(String(performance.now() - startedAt));
