import { expect, test } from "vitest";
import { AccountExport, exportFileName, exportNotes } from "../../../domain/accounts/account-export.ts";

const empty: AccountExport = {
  version: 1,
  made_at: "2026-11-21T09:30:00.000Z",
  account: {
    ...{ user_id: "u-1", username: "u-1", provider: "email", email: "asha@example.com", email_verified: true },
    ...{ full_name: "Asha Rai", created_at: null, changed_at: null },
  },
  ...{ profile: null, subscription: null, payment: { provider: "stripe", customer_id: "cus_1" } },
  ...{
    progress: [],
    completed_scenarios: [],
    exam_attempts: [],
    study: [],
    exam_markings: [],
    connections: [],
    ...{ shares: [], teachers: [], wants_feedback_email: true },
    inbox: { items: [], learners: [], saved_comments: [] },
    notes: [...exportNotes],
  },
};

test("the export schema refuses an unknown version, and an unknown payment provider", () => {
  expect(AccountExport.parse(empty)).toEqual(empty);
  expect(AccountExport.parse({ ...empty, payment: null }).payment).toBeNull();
  const elsewhere = { ...empty, payment: { provider: "other", customer_id: "cus_1" } };
  expect(AccountExport.safeParse(elsewhere).success).toBe(false);
  expect(AccountExport.safeParse({ ...empty, version: 2 }).success).toBe(false);
});

test("the export schema requires an exam attempt's id in an exam marking", () => {
  const marking = {
    ...{ marking_id: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11", created_at: "2026-11-21T09:30:00.000Z", changes: [] },
    attempt_id: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10",
  };
  expect(AccountExport.parse({ ...empty, exam_markings: [marking] }).exam_markings).toEqual([marking]);
  for (const attempt_id of [undefined, "1", 7]) {
    expect(AccountExport.safeParse({ ...empty, exam_markings: [{ ...marking, attempt_id }] }).success).toBe(false);
  }
});

test("exportNotes contains one note for each of four subjects", () => {
  expect(exportNotes.map((note) => /^(Recordings|Your password|Payments|Messages).+\.$/.exec(note)?.[1])).toEqual([
    "Recordings",
    "Your password",
    "Payments",
    "Messages",
  ]);
});

test("exportFileName contains the day of the export", () => {
  expect(exportFileName(new Date("2026-11-21T23:59:59Z"))).toBe("parlance-data-2026-11-21.json");
});
