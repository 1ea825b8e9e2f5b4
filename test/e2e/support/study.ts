import type { Page } from "playwright-core";
import * as z from "zod/mini";
import { type Review, StudyChange } from "../../../domain/study/study-change.ts";
import { StudyPage } from "../../../domain/study/study-routes.ts";
import type { NewLearner } from "./learner.ts";
import { signInElsewhere } from "./sign-in-elsewhere.ts";

/** Reads the changes in a database of the page. It runs in the page, so it cannot use code outside of the function. */
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

/** Returns the reviews in a list of changes, without removed reviews. */
export function reviewsIn(changes: readonly StudyChange[]): Review[] {
  return changes.flatMap((change) => (change.type === "review" && change.review ? [change.review] : []));
}

export async function loadReviews(page: Page): Promise<Review[]> {
  return reviewsIn(await loadStudyChanges(page));
}

/** Fetches the first page of a learner's changes from the server. */
export async function fetchStudyChanges(appUrl: string, learner: NewLearner): Promise<StudyChange[]> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const response = await fetch(`${apiUrl}/study-changes`, { headers });
  if (!response.ok) throw new Error(`The changes were refused: ${await response.text()}`);
  return StudyPage.parse(await response.json()).changes;
}

/** Stores changes on the server, as another device does. */
export async function seedStudy(appUrl: string, learner: NewLearner, changes: readonly StudyChange[]): Promise<void> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const response = await fetch(`${apiUrl}/study-changes/${crypto.randomUUID()}`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ changes }),
  });
  if (!response.ok) throw new Error(`The changes were refused: ${await response.text()}`);
}
