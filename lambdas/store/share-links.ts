import { createHash } from "node:crypto";
import { DeleteCommand, GetCommand, PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { isWritten } from "./conditional-writes.ts";
import type { DocumentStore } from "./document-store.ts";
import type { ShareKey } from "./share-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

/** With `teacher_id`, the link belongs to this teacher. */
const ShareLink = z.object({ user_id: z.string(), share_id: z.string(), teacher_id: z.optional(z.string()) });
export type ShareLink = z.infer<typeof ShareLink>;

export type ShareLinkStore = {
  find: (tokenHash: string) => Promise<ShareLink | null>;
  findOwner: (shareId: string) => Promise<string | null>;
  /**
   * The hash of a learner's link must also be stored in the share's row, and the hash of a teacher's link in the
   * teacher's inbox. Returns false, and stores nothing, if the token belongs to another link.
   * @param expiresAt in seconds since 1970
   * @throws Refusal "account_closing", "user_gone"
   */
  put: (tokenHash: string, link: ShareLink, expiresAt: number) => Promise<boolean>;
  /**
   * Returns false, and stores nothing, if another learner owns the id. Without this check, a guest, who sees the id in
   * URLs, could create a share with the same folder of audio.
   * @param expiresAt in seconds since 1970
   * @throws Refusal "account_closing", "user_gone"
   */
  putOwner: (key: ShareKey, expiresAt: number) => Promise<boolean>;
  /**
   * Does nothing if the token belongs to another link. A share's row may have the hash of another link's token, because
   * the row is written before `put` refuses the token.
   */
  remove: (tokenHash: string, link: ShareLink) => Promise<void>;
  /** Also removes owner entries (`putOwner`). May miss a row that was just stored. */
  removeOf: (userId: string, shareId?: string) => Promise<void>;
};

/** Hashes the token, so that a reader of the table cannot open shares. Tokens are random, so the hash needs no salt. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Differs from every token's hash, because a hash contains no "#". */
const ownerKey = (shareId: string) => `share#${shareId}`;

const Keys = z.object({ token_hash: z.string() });

const belongsTo = ({ user_id, share_id, teacher_id }: ShareLink) => ({
  condition: `user_id = :user AND share_id = :share AND ${teacher_id === undefined ? "attribute_not_exists(teacher_id)" : "teacher_id = :teacher"}`,
  values: { ":user": user_id, ":share": share_id, ...(teacher_id !== undefined && { ":teacher": teacher_id }) },
});

export function createShareLinkStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): ShareLinkStore {
  const get = async (token_hash: string): Promise<ShareLink | null> => {
    const { Item } = await store.send(
      new GetCommand({ TableName: tableName, Key: { token_hash }, ConsistentRead: true }),
    );
    return Item ? ShareLink.parse(Item) : null;
  };
  const put = (token_hash: string, link: ShareLink, expires_at: number) => {
    const { condition, values } = belongsTo(link);
    const command = new PutCommand({
      TableName: tableName,
      Item: { ...link, token_hash, expires_at },
      ConditionExpression: `attribute_not_exists(token_hash) OR (${condition})`,
      ExpressionAttributeValues: values,
      ReturnValues: "ALL_OLD",
    });
    const row = { userId: link.user_id, TableName: tableName, Key: { token_hash } };
    return isWritten(writeRow(store, refuseClosed, row, () => store.send(command)));
  };
  return {
    find: get,
    findOwner: async (shareId) => (await get(ownerKey(shareId)))?.user_id ?? null,
    put,
    putOwner: ({ userId, shareId }, expiresAt) =>
      put(ownerKey(shareId), { user_id: userId, share_id: shareId }, expiresAt),
    remove: async (token_hash, link) => {
      const { condition, values } = belongsTo(link);
      const command = new DeleteCommand({
        TableName: tableName,
        Key: { token_hash },
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
      });
      await isWritten(store.send(command));
    },
    removeOf: async (userId, shareId) => {
      const pages = paginateQuery(
        { client: store },
        {
          TableName: tableName,
          IndexName: "by_share",
          KeyConditionExpression: shareId === undefined ? "user_id = :user" : "user_id = :user AND share_id = :share",
          ExpressionAttributeValues: { ":user": userId, ...(shareId !== undefined && { ":share": shareId }) },
        },
      );
      for await (const { Items = [] } of pages) {
        const keys = Items.map((item) => Keys.parse(item));
        await Promise.all(keys.map((Key) => store.send(new DeleteCommand({ TableName: tableName, Key }))));
      }
    },
  };
}
