const first = { ...process.env };

export function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (!(name in first)) delete process.env[name];
  }
  Object.assign(process.env, first);
}
