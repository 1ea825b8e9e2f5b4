import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Profile } from "../../../domain/accounts/profile.ts";
import { type LanguageName, languageNames } from "../../../domain/content/language.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createProfileStore } from "../../../lambdas/store/profiles.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";

const tableName = localTableName("profiles");

const aProfile = (fields: Partial<Profile> = {}): Profile => ({
  id: randomUUID(),
  full_name: "Asha Rai",
  email: "asha@example.com",
  language_preference: "nepali",
  ...fields,
});

export function describeProfiles(open: () => DocumentStore): void {
  describe("the profile store", () => {
    const profiles = () => createProfileStore(open(), tableName, allowEveryAccount);

    it("returns a stored profile, and null for a learner without a profile", async () => {
      const profile = aProfile({ full_name: "आशा राई 🎧", language_preference: null });
      expect(await profiles().createIfMissing(profile)).toEqual(profile);
      expect(await profiles().get(profile.id)).toEqual(profile);
      expect(await profiles().get(randomUUID())).toBeNull();
    });

    it("returns an existing profile instead of creating another", async () => {
      const first = aProfile();
      await profiles().createIfMissing(first);
      const later = aProfile({ id: first.id, full_name: "Another Name", language_preference: null });
      expect(await profiles().createIfMissing(later)).toEqual(first);
      expect(await profiles().get(first.id)).toEqual(first);
    });

    it("creates one profile for simultaneous creations, and returns it to each caller", async () => {
      const id = randomUUID();
      const rivals = Array.from({ length: 8 }, (_, rival) => aProfile({ id, full_name: `Rival ${rival}` }));
      const answers = await Promise.all(rivals.map((rival) => profiles().createIfMissing(rival)));
      const stored = await profiles().get(id);
      expect(rivals).toContainEqual(stored);
      expect(answers).toEqual(rivals.map(() => stored));
    });

    it("changes only the given fields", async () => {
      const profile = aProfile();
      await profiles().createIfMissing(profile);
      const renamed = await profiles().update(profile.id, { full_name: "Asha Gurung" });
      expect(renamed).toEqual({ ...profile, full_name: "Asha Gurung" });
      const both = await profiles().update(profile.id, { full_name: "Asha", language_preference: null });
      expect(both).toEqual({ ...profile, full_name: "Asha", language_preference: null });
      expect(await profiles().get(profile.id)).toEqual(both);
    });

    it("stores two simultaneous changes of different fields", async () => {
      const profile = aProfile();
      await profiles().createIfMissing(profile);
      await Promise.all([
        profiles().update(profile.id, { full_name: "New Name" }),
        profiles().update(profile.id, { language_preference: "hindi" }),
      ]);
      const expected = { ...profile, full_name: "New Name", language_preference: "hindi" };
      expect(await profiles().get(profile.id)).toEqual(expected);
    });

    it("stores each awaited language once in alphabetical order, and removes a withdrawn language", async () => {
      const profile = aProfile();
      await profiles().createIfMissing(profile);
      const ask = (language: LanguageName, awaited: boolean) => profiles().awaitLanguage(profile.id, language, awaited);
      await ask("thai", true);
      await ask("thai", true);
      const both = { ...profile, awaited_languages: ["bulgarian", "thai"] };
      expect(await ask("bulgarian", true)).toEqual(both);
      expect(await profiles().get(profile.id)).toEqual(both);
      expect(await profiles().update(profile.id, { full_name: profile.full_name })).toEqual(both);
      expect(await ask("thai", false)).toEqual({ ...profile, awaited_languages: ["bulgarian"] });
      expect(await ask("bulgarian", false)).toEqual(profile);
      expect(await ask("bulgarian", false)).toEqual(profile);
      expect(await profiles().get(profile.id)).toEqual(profile);
    });

    it("stores all awaited languages that are added at the same time", async () => {
      const profile = aProfile();
      await profiles().createIfMissing(profile);
      await Promise.all(languageNames.map((language) => profiles().awaitLanguage(profile.id, language, true)));
      expect(await profiles().get(profile.id)).toEqual({ ...profile, awaited_languages: languageNames.toSorted() });
    });

    it("returns null and creates no profile for an awaited language of a missing profile", async () => {
      const id = randomUUID();
      expect(await profiles().awaitLanguage(id, "thai", true)).toBeNull();
      expect(await profiles().get(id)).toBeNull();
    });

    it("returns null and creates no profile for a change of a missing profile", async () => {
      const id = randomUUID();
      expect(await profiles().update(id, { full_name: "Nobody" })).toBeNull();
      expect(await profiles().get(id)).toBeNull();
    });

    it("throws for a row that does not match the schema", async () => {
      const row = { ...aProfile(), language_preference: "klingon" };
      await open().send(new PutCommand({ TableName: tableName, Item: row }));
      await expect(profiles().get(row.id)).rejects.toThrow("language_preference");
      await expect(profiles().createIfMissing(aProfile({ id: row.id }))).rejects.toThrow("language_preference");
      await expect(profiles().update(row.id, { full_name: "Asha" })).rejects.toThrow("language_preference");
    });

    it("throws if the table does not exist", async () => {
      const elsewhere = createProfileStore(open(), "no-such-table", allowEveryAccount);
      await expect(elsewhere.get(randomUUID())).rejects.toMatchObject({ name: "ResourceNotFoundException" });
      await expect(elsewhere.createIfMissing(aProfile())).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    });

    it("removes a profile, even repeatedly", async () => {
      const [profile, other] = [aProfile(), aProfile()];
      for (const each of [profile, other]) await profiles().createIfMissing(each);
      for (let nth = 0; nth < 2; nth += 1) await profiles().remove(profile.id);
      expect([await profiles().get(profile.id), await profiles().get(other.id)]).toEqual([null, other]);
    });
  });
}
