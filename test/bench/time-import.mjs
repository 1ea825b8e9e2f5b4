// Prints the time to import the module that the first argument names, in ms.
const startedAt = performance.now();
await import(process.argv[2] ?? "");
process.stdout.write(String(performance.now() - startedAt));
