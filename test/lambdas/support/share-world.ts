import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { createFeedbackNoticeStore } from "../../../lambdas/store/feedback-notices.ts";
import { createShareCommentStore } from "../../../lambdas/store/share-comments.ts";
import { createShareLedger } from "../../../lambdas/store/share-ledger.ts";
import { createShareLinkStore, hashToken } from "../../../lambdas/store/share-links.ts";
import type { ShareKey } from "../../../lambdas/store/share-rows.ts";
import { createShareStore, type ShareToStore } from "../../../lambdas/store/shares.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { credentials, region, sharedAudioBucket } from "../../../local/cloud-settings.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "./directory-user.ts";
import { aShare } from "./share-builders.ts";

const segments = join(import.meta.dirname, "../../../content/pack/nepali/example/example-1/segments");
const aSegment = readdirSync(segments).find((name) => name.endsWith(".mp3")) ?? "";

export const anMp3 = (): Buffer => readFileSync(join(segments, aSegment));

/** Returns the beginning of an MP4 video (ISO/IEC 14496-12, 4.3), followed by zeros. */
export function aVideo(bytes: number): Buffer {
  const video = Buffer.alloc(bytes);
  Buffer.from("000000186674797069736f6d0000000069736f6d61766331", "hex").copy(video);
  return video;
}

/** Opens the tables of shares and the bucket of a local cloud, without its handlers and permissions. */
export function openShareWorld({ dynamodbUrl, s3Url }: Pick<Cloud, "dynamodbUrl" | "s3Url">) {
  const dynamodb = new DynamoDBClient({ endpoint: dynamodbUrl, region: "local", credentials });
  const store = DynamoDBDocumentClient.from(dynamodb);
  const s3 = new S3Client({ endpoint: s3Url, region, credentials });
  const tableName = localTableName("shares");
  const shares = createShareStore(store, tableName, allowEveryAccount);
  const comments = createShareCommentStore(store, tableName, allowEveryAccount);
  const notices = createFeedbackNoticeStore(store, tableName, allowEveryAccount);
  const ledger = createShareLedger(store, tableName, allowEveryAccount);
  const links = createShareLinkStore(store, localTableName("share_links"), allowEveryAccount);
  const share = async (fields: Partial<ShareToStore> = {}, now = new Date()): Promise<ShareKey> => {
    const key = { userId: randomUUID(), shareId: randomUUID() };
    const { token, days: _, teachers: __, ...rest } = aShare();
    const row = { ...rest, link_hash: hashToken(token), created_at: now.toISOString() };
    const link_expires_at = new Date(now.getTime() + 7 * 86_400_000).toISOString();
    await shares.create(key, { ...row, link_expires_at, ...fields });
    const owner = { ...key, user_id: key.userId, share_id: key.shareId };
    await links.putOwner(owner, Math.ceil(now.getTime() / 1000) + 400 * 86_400);
    return key;
  };
  const form = (Key: string, bytes: number) =>
    createPresignedPost(s3, {
      Bucket: sharedAudioBucket,
      Key,
      Fields: { "Content-Type": "audio/mpeg" },
      Conditions: [["content-length-range", bytes, bytes]],
      Expires: 300,
    });
  const upload = async (key: string, file: Uint8Array, statedBytes = file.length): Promise<number> => {
    const { url, fields } = await form(key, statedBytes);
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("file", new Blob([new Uint8Array(file)]));
    return (await fetch(url, { method: "POST", body })).status;
  };
  const stored = async (Key: string): Promise<Buffer | null> => {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: sharedAudioBucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };
  const put = async (Key: string, Body: Uint8Array) => {
    await s3.send(new PutObjectCommand({ Bucket: sharedAudioBucket, Key, Body, ContentType: "audio/mpeg" }));
  };
  const remove = async (Key: string) => {
    await s3.send(new DeleteObjectCommand({ Bucket: sharedAudioBucket, Key }));
  };
  const dueGroups = async (userId: string) => {
    const { Items = [] } = await store.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "user_id = :user",
        ExpressionAttributeValues: { ":user": userId },
      }),
    );
    return Items.flatMap(({ due_group }) => due_group ?? []);
  };
  return { dueGroups, store, s3, shares, comments, ledger, links, notices, share, form, upload, stored, put, remove };
}
