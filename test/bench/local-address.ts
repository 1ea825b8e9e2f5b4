export async function fetchLocalAddress(appUrl: string, name: string): Promise<string> {
  const index = await (await fetch(`${appUrl}/local`)).text();
  const url = new RegExp(`<dt>${name}</dt><dd>([^<]+)</dd>`).exec(index)?.[1];
  if (!url) throw new Error(`The local cloud does not say where ${name} is`);
  return url;
}
