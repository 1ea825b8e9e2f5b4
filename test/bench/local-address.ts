/** Where a server of the local cloud answers, under the name by which the local cloud's own page tells it. */
export async function fetchLocalAddress(appUrl: string, name: string): Promise<string> {
  const index = await (await fetch(`${appUrl}/local`)).text();
  const url = new RegExp(`<dt>${name}</dt><dd>([^<]+)</dd>`).exec(index)?.[1];
  if (!url) throw new Error(`The local cloud does not say where ${name} is`);
  return url;
}
