import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  countCharacters,
  maxFeedbackLength,
  maxTitleLength,
  SupportMessage,
} from "../../../domain/support/support-message.ts";
import { ApiError } from "../../../web/src/api.ts";
import { emptyDraft, readDraft, removeOtherDrafts, writeDraft } from "../../../web/src/features/support/draft.ts";
import { tooLongText } from "../../../web/src/features/support/support-page.tsx";
import { supportFailureToast } from "../../../web/src/features/support/use-send-message.ts";
import { messages } from "../../../web/src/messages.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

describe("the length of a message", () => {
  const textNear = (limit: number) =>
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 260 }),
      fc
        .tuple(fc.integer({ min: limit - 5, max: limit + 5 }), fc.constantFrom("x", "🙂"))
        .map(([length, character]) => ` ${character.repeat(length)}\n`),
    );

  test("is allowed if and only if SupportMessage accepts the message", () => {
    fc.assert(
      fc.property(textNear(maxTitleLength), textNear(maxFeedbackLength), (title, feedback) => {
        const { title: titleLength, feedback: feedbackLength } = countCharacters({ title, feedback });
        const fits =
          titleLength > 0 && titleLength <= maxTitleLength && feedbackLength > 0 && feedbackLength <= maxFeedbackLength;
        expect(SupportMessage.safeParse({ title, feedback }).success).toBe(fits);
      }),
    );
  });

  test.each([
    [200, ""],
    [201, "Please shorten this by 1 character"],
    [1300, "Please shorten this by 1,100 characters"],
  ])("of %i characters, with a maximum of 200, causes the hint %j", (count, text) => {
    expect(tooLongText(count, 200)).toBe(text);
  });
});

describe("a draft", () => {
  function storeIn(items: Record<string, string>) {
    const entries = new Map(Object.entries(items));
    vi.stubGlobal("sessionStorage", memoryStorage(entries));
    return entries;
  }
  afterEach(() => vi.unstubAllGlobals());

  test("is stored only for its learner, until removeOtherDrafts() runs for another learner", () => {
    const items = storeIn({ language_selected: "true" });
    const draft = { title: "A", feedback: "B" };
    writeDraft("learner-1", draft);
    expect(readDraft("learner-1")).toEqual(draft);
    expect(readDraft("learner-2")).toEqual(emptyDraft);
    removeOtherDrafts("learner-1");
    expect(readDraft("learner-1")).toEqual(draft);
    removeOtherDrafts("learner-2");
    expect(Object.fromEntries(items)).toEqual({ language_selected: "true" });
  });

  test("is removed when it becomes empty", () => {
    const items = storeIn({});
    writeDraft("learner-1", { title: "A", feedback: "" });
    writeDraft("learner-1", emptyDraft);
    expect(items.size).toBe(0);
  });

  test.each(["not json", "[]", '{"title": 5}'])("is empty if the stored text is '%s'", (stored) => {
    storeIn({ "support_draft_learner-1": stored });
    expect(readDraft("learner-1")).toEqual(emptyDraft);
  });

  test("remains in memory in a browser without storage", () => {
    vi.stubGlobal("sessionStorage", undefined);
    writeDraft("learner-1", { title: "A", feedback: "" });
    expect(readDraft("learner-1")).toEqual({ title: "A", feedback: "" });
    removeOtherDrafts("learner-2");
    expect(readDraft("learner-1")).toEqual(emptyDraft);
  });
});

describe("a message that was not sent", () => {
  const later = messages.supportNotSent();

  test.each(["internal_error", "mail_unavailable", "unreadable", "bad_request"] as const)(
    "is reported with the general text after %s",
    (code) => {
      expect(supportFailureToast(new ApiError(code, "technical"))).toEqual(later);
    },
  );

  test("is reported with the waiting time and a note that the text is kept, after too many messages", () => {
    const told = supportFailureToast(new ApiError("too_many_requests", "Try again in 12 minutes."));
    expect(told.description).toMatch(/Try again in 12 minutes\..*is kept on the Support page/);
  });

  test("is reported with a text about the connection if the server is unreachable", () => {
    expect(supportFailureToast(new ApiError("unreachable", "Check your connection.")).description).toMatch(
      /connection/,
    );
  });
});
