import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Instant } from "../../domain/http/route.ts";
import type { DocumentStore } from "./document-store.ts";
import { shareRows } from "./share-rows.ts";
import { queryRows } from "./user-rows.ts";
import { type RefuseClosed, writeRow } from "./write-unless-closed.ts";

export type LearnersTeacher = { teacher_id: string; name: string; since: string };

export type ShareTeacherStore = {
  list: (userId: string) => Promise<LearnersTeacher[]>;
  get: (userId: string, teacherId: string) => Promise<LearnersTeacher | null>;
  /** @throws Refusal "account_closing", "user_gone" */
  put: (userId: string, teacher: LearnersTeacher) => Promise<void>;
  /** After this, the teacher's links to the learner's live shares no longer open. */
  remove: (userId: string, teacherId: string) => Promise<void>;
};

const Row = z.object({ share_row: z.string(), name: z.string(), since: Instant });

const toTeacher = ({ share_row, ...teacher }: z.infer<typeof Row>): LearnersTeacher => ({
  teacher_id: share_row.slice(shareRows.teacher.length),
  ...teacher,
});

export function createShareTeacherStore(
  store: DocumentStore,
  tableName: string,
  refuseClosed: RefuseClosed,
): ShareTeacherStore {
  const keyOf = (userId: string, teacherId: string) => ({
    user_id: userId,
    share_row: `${shareRows.teacher}${teacherId}`,
  });
  return {
    list: async (userId) => {
      const beginning = { sortKey: shareRows.sortKey, prefix: shareRows.teacher };
      return (await queryRows(store, tableName, userId, Row, beginning)).map(toTeacher);
    },
    get: async (userId, teacherId) => {
      const { Item } = await store.send(
        new GetCommand({ TableName: tableName, Key: keyOf(userId, teacherId), ConsistentRead: true }),
      );
      return Item ? toTeacher(Row.parse(Item)) : null;
    },
    put: async (userId, { teacher_id, ...teacher }) => {
      const Key = keyOf(userId, teacher_id);
      const put = new PutCommand({ TableName: tableName, Item: { ...Key, ...teacher }, ReturnValues: "ALL_OLD" });
      await writeRow(store, refuseClosed, { userId, TableName: tableName, Key }, () => store.send(put));
    },
    remove: async (userId, teacherId) => {
      await store.send(new DeleteCommand({ TableName: tableName, Key: keyOf(userId, teacherId) }));
    },
  };
}
