// Prints how long it takes, in ms, to import the module that the first argument names, once, in a fresh process.
const startedAt = performance.now();
await import(process.argv[2] ?? "");
process.stdout.write(String(performance.now() - startedAt));
