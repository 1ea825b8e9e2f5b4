const startedAt = performance.now();
await import(process.argv[2] ?? "");
process.stdout.write(String(performance.now() - startedAt));
