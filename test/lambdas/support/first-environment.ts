const first = { ...process.env };

/** Gives this process the environment that it had when this module was loaded, and nothing else. */
export function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) {
    if (!(name in first)) delete process.env[name];
  }
  Object.assign(process.env, first);
}
