import { DeleteCommand, GetCommand, PutCommand, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { Profile } from "../../domain/accounts/profile.ts";
import type { LanguageName } from "../../domain/content/language.ts";
import { isConditionFailure } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

type ProfileChange = Partial<Pick<Profile, "full_name" | "language_preference">>;

export type ProfileStore = {
  get: (id: string) => Promise<Profile | null>;
  createIfMissing: (profile: Profile) => Promise<Profile>;
  update: (id: string, change: ProfileChange) => Promise<Profile | null>;
  awaitLanguage: (id: string, language: LanguageName, awaited: boolean) => Promise<Profile | null>;
  remove: (id: string) => Promise<void>;
};

/**
 * The table stores the awaited languages as a set, so that concurrent additions do not overwrite each other. A set has
 * no order.
 */
function toProfile(row: Record<string, unknown> | undefined): Profile {
  const awaited = row?.["awaited_languages"];
  return Profile.parse(awaited instanceof Set ? { ...row, awaited_languages: [...awaited].toSorted() } : row);
}

export function createProfileStore(store: DocumentStore, tableName: string, refuseClosed: RefuseClosed): ProfileStore {
  const get = async (id: string) => {
    const { Item } = await store.send(new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }));
    return Item ? toProfile(Item) : null;
  };
  const changeExisting = async (change: Omit<UpdateCommandInput, "TableName">) => {
    const update = new UpdateCommand({
      TableName: tableName,
      ConditionExpression: "attribute_exists(id)",
      ReturnValues: "ALL_NEW",
      ...change,
    });
    try {
      const { Attributes } = await store.send(update);
      return toProfile(Attributes);
    } catch (error) {
      if (isConditionFailure(error)) return null;
      throw error;
    }
  };
  return {
    get,
    createIfMissing: async (profile) => {
      const put = new PutCommand({
        TableName: tableName,
        Item: profile,
        ConditionExpression: "attribute_not_exists(id)",
      });
      const row = { userId: profile.id, TableName: tableName, Key: { id: profile.id } };
      try {
        await writeRow(store, refuseClosed, row, () => store.send(put));
        return profile;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        return (await get(profile.id)) ?? profile;
      }
    },
    update: (id, change) => {
      const fields = Object.entries(change).filter(([, value]) => value !== undefined);
      return changeExisting({
        Key: { id },
        UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(", ")}`,
        ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
      });
    },
    awaitLanguage: (id, language, awaited) =>
      changeExisting({
        Key: { id },
        UpdateExpression: `${awaited ? "ADD" : "DELETE"} awaited_languages :language`,
        ExpressionAttributeValues: { ":language": new Set([language]) },
      }),
    remove: async (id) => {
      await store.send(new DeleteCommand({ TableName: tableName, Key: { id } }));
    },
  };
}
