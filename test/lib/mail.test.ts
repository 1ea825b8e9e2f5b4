import { expect, test } from "vitest";
import { findOne, synthesise } from "./synthesise.ts";

test("e-mail comes from the address that the stage names, and messages to support go where it says", () => {
  const mail = { sender: "hello@interpreters.example", support: "desk@interpreters.example" };
  const template = synthesise("dev", { mail });
  expect(findOne(template, "AWS::SES::EmailIdentity").properties["EmailIdentity"]).toBe(mail.sender);
  const { properties } = findOne(template, "AWS::Lambda::Function", "send-support-email/Function");
  expect(properties["Environment"]).toMatchObject({
    Variables: { MAIL_SENDER: mail.sender, SUPPORT_EMAIL: mail.support },
  });
});
