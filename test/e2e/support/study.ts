import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { type Review, StudyChange } from "../../../domain/study/study-change.ts";
import { StudyPage } from "../../../domain/study/study-routes.ts";
import type { NewLearner } from "./learner.ts";
import { signInElsewhere } from "./sign-in-elsewhere.ts";

/** The function runs in the page, so it cannot use code outside of itself. */
async function readChanges(): Promise<unknown[]> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open("parlance-study"));
  try {
    if (!database.objectStoreNames.contains("changes")) return [];
    const records = await settled(database.transaction("changes").objectStore("changes").getAll());
    return records.map(({ change }) => change);
  } finally {
    database.close();
  }
}

export async function loadStudyChanges(page: Page): Promise<StudyChange[]> {
  return z.array(StudyChange).parse(await page.evaluate(readChanges));
}

/** Omits removed reviews. */
export function reviewsIn(changes: readonly StudyChange[]): Review[] {
  return changes.flatMap((change) => (change.type === "review" && change.review ? [change.review] : []));
}

export async function loadReviews(page: Page): Promise<Review[]> {
  return reviewsIn(await loadStudyChanges(page));
}

/** Fetches only the first page of changes. */
export async function fetchStudyChanges(appUrl: string, learner: NewLearner): Promise<StudyChange[]> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const response = await fetch(`${apiUrl}/study-changes`, { headers });
  if (!response.ok) throw new Error(`The changes were refused: ${await response.text()}`);
  return StudyPage.parse(await response.json()).changes;
}

export async function seedStudy(appUrl: string, learner: NewLearner, changes: readonly StudyChange[]): Promise<void> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const response = await fetch(`${apiUrl}/study-changes/${crypto.randomUUID()}`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ changes }),
  });
  if (!response.ok) throw new Error(`The changes were refused: ${await response.text()}`);
}
