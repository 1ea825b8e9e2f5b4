// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FieldProblem, type Problems, useSubmit } from "../../../web/src/features/accounts/use-submit.ts";
import { messages } from "../../../web/src/messages.ts";
import { dismissToast, shownToasts } from "../../../web/src/ui/toasts.ts";
import { showHook } from "../support/shown-hook.ts";

const failed = messages.googleLoginFailed;

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

/** Something that is sent until its answer is given. */
function sending() {
  const answers: PromiseWithResolvers<void>[] = [];
  const submit = vi.fn(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  return { submit, answers };
}

describe("a form that is sent", () => {
  it("is busy until it is answered, and is not sent again meanwhile", async () => {
    const { submit, answers } = sending();
    const { told } = await showHook(useSubmit, { submit, failed });
    expect(told().busy).toBe(false);
    await act(async () => {
      void told().onSubmit();
      void told().onSubmit();
    });
    expect(told().busy).toBe(true);
    expect(submit).toHaveBeenCalledTimes(1);
    await act(async () => answers[0]?.resolve());
    expect(told().busy).toBe(false);
    await act(async () => void told().onSubmit());
    expect(submit).toHaveBeenCalledTimes(2);
  });

  it("waits for another of its page that is on its way", async () => {
    const turn = { current: false };
    const one = sending();
    const other = sending();
    const first = await showHook(useSubmit, { submit: one.submit, failed, turn });
    const second = await showHook(useSubmit, { submit: other.submit, failed, turn });
    await act(async () => void first.told().onSubmit());
    await act(async () => void second.told().onSubmit());
    expect(other.submit).not.toHaveBeenCalled();
    await act(async () => one.answers[0]?.resolve());
    await act(async () => void second.told().onSubmit());
    expect(other.submit).toHaveBeenCalledTimes(1);
  });

  it("that fails tells why, in words for learners, and can be sent again", async () => {
    const { submit, answers } = sending();
    const { told } = await showHook(useSubmit, { submit, failed });
    await act(async () => void told().onSubmit());
    await act(async () => answers[0]?.reject(Object.assign(new Error("aws"), { name: "CodeMismatchException" })));
    expect(shownToasts().map(({ description }) => description)).toEqual(["Invalid verification code"]);
    await act(async () => void told().onSubmit());
    expect(submit).toHaveBeenCalledTimes(2);
  });
});

describe("a form that is refused for one of its fields", () => {
  const refused = new FieldProblem("code", "Invalid verification code");

  it("says so beside the field and in a message, until any field is changed", async () => {
    const { submit, answers } = sending();
    const { told } = await showHook(useSubmit, { submit, failed });
    await act(async () => void told().onSubmit());
    await act(async () => answers[0]?.reject(refused));
    expect(shownToasts().map(({ description }) => description)).toEqual(["Invalid verification code"]);
    expect(told().problemOf("code")).toEqual({ hasError: true, errorMessage: "Invalid verification code" });
    expect(told().problemOf("password")).toEqual({ hasError: false });
    await act(async () => told().clear("password"));
    expect(told().problemOf("code")).toEqual({ hasError: false });
  });
});

describe("a form with something wrong", () => {
  const problems: Problems = { email: null, password: "Password is required" };

  it("is not sent; what is wrong stands beside its field until it is right", async () => {
    const { submit } = sending();
    const { told, give } = await showHook(useSubmit, { submit, failed, check: () => problems });
    await act(async () => void told().onSubmit());
    expect(submit).not.toHaveBeenCalled();
    expect(told().problemOf("password")).toEqual({ hasError: true, errorMessage: "Password is required" });
    expect(told().problemOf("email")).toEqual({ hasError: false });
    await act(async () => told().clear("email"));
    expect(told().problemOf("password"), "another field is changed").toMatchObject({ hasError: true });
    await act(async () => told().clear("password"));
    expect(told().problemOf("password")).toEqual({ hasError: false });
    await give({ submit, failed, check: () => ({ email: null, password: null }) });
    await act(async () => void told().onSubmit());
    expect(submit).toHaveBeenCalledTimes(1);
    expect(told().problemOf("password")).toEqual({ hasError: false });
  });

  it("gives the focus to the first field that is wrong", async () => {
    const { submit } = sending();
    const { told } = await showHook(useSubmit, { submit, failed, check: () => problems });
    const form = document.body.appendChild(document.createElement("form"));
    form.innerHTML = `<input name="email"><input name="password" aria-invalid="true"><input name="again" aria-invalid="true">`;
    told().form.current = form;
    await act(async () => void told().onSubmit());
    expect(document.activeElement?.getAttribute("name")).toBe("password");
    form.remove();
  });
});
