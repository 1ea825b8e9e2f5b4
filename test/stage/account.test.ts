import { expect, test } from "vitest";
import { AccountExport } from "../../domain/accounts/account-export.ts";
import { WebConfig } from "../../domain/http/web-config.ts";
import { callRoute } from "../lambdas/support/call-api.ts";
import { confirm, createLearner, logIn, signUp, stage } from "./support/learners.ts";

const { apiUrl } = stage.config;

test("the stage serves the settings of the web app", async () => {
  const response = await fetch(`${stage.siteUrl}/config.json`);
  expect(WebConfig.parse(await response.json())).toEqual(stage.config);
});

test("the stage refuses a log-in before the email is confirmed, and allows it afterwards", async () => {
  const learner = await signUp("Asha Rai");
  // Cognito refuses an unconfirmed user, and so does the log-in trigger. Either refusal may come first.
  const refusal = /^User(NotConfirmed|LambdaValidation)Exception$/;
  await expect(logIn(learner)).rejects.toMatchObject({ name: expect.stringMatching(refusal) });
  await confirm(learner.email);
  const token = await logIn(learner);
  const { status } = await callRoute("delete-user", { apiUrl, token });
  expect(status).toBe(200);
});

test("the stage refuses a call without a token", async () => {
  expect(await callRoute("get-account", { apiUrl })).toMatchObject({ status: 401 });
});

test("the stage returns the account of a new learner, with later changes", async () => {
  const { ask, userId, email, name } = await createLearner();
  expect(await ask("get-account")).toMatchObject({ profile: { id: userId, email, full_name: name } });
  await ask("update-profile", { body: { full_name: "Asha Thapa", language_preference: "nepali" } });
  expect(await ask("get-account")).toMatchObject({
    profile: { full_name: "Asha Thapa", language_preference: "nepali" },
  });
});

test("the stage stores and lists progress", async () => {
  const { ask, userId } = await createLearner();
  const progress = {
    params: { scenarioId: "emp-1", segmentId: "segment-1" },
    body: {
      ...{ attempts: 2, completed: true, last_attempt_at: "2026-11-21T12:00:00.000Z" },
      ...{ language: "nepali", segment_count: 10 },
    },
  };
  await ask("save-progress", progress);
  const saved = { user_id: userId, scenario_id: "emp-1", segment_id: "segment-1", attempts: 2, completed: true };
  expect(await ask("list-progress")).toMatchObject([saved]);
});

test("the stage exports the account and the profile of a learner", async () => {
  const { ask, userId, email } = await createLearner();
  const { url } = await ask("export-account");
  const file = AccountExport.parse(await (await fetch(url)).json());
  expect(file).toMatchObject({ account: { user_id: userId, email }, profile: { id: userId } });
});

test("the stage deletes an account with its log-in, and then refuses the account's token", async () => {
  const { ask, refusal, email, password } = await createLearner();
  await ask("delete-user");
  await expect(logIn({ email, password })).rejects.toMatchObject({ name: "NotAuthorizedException" });
  expect(await refusal("get-account")).toMatchObject({ status: 401 });
});
