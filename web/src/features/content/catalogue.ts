import { useQuery } from "@tanstack/react-query";
import { Catalogue, cataloguePath } from "../../../../domain/content/catalogue.ts";
import { freshness } from "../../query-freshness.ts";

let contentUrl: string | undefined;

/** Call this function once, before the first page. */
export function connectCatalogue(url: string): void {
  contentUrl = url;
}

async function fetchCatalogue(): Promise<Catalogue> {
  const response = await fetch(`${contentUrl}/${cataloguePath}`);
  if (!response.ok) throw new Error(`The catalogue could not be loaded (${response.status})`);
  return Catalogue.parse(await response.json());
}

export function useCatalogue(): Catalogue | null {
  const { data } = useQuery({ queryKey: ["catalogue"], queryFn: fetchCatalogue, ...freshness.topicsAndScenarios });
  return data ?? null;
}
