// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FieldError, type Problems, useSubmit } from "../../../web/src/features/accounts/use-submit.ts";
import { messages } from "../../../web/src/messages.ts";
import { dismissToast, shownToasts } from "../../../web/src/ui/toasts.ts";
import { renderHook } from "../support/render-hook.ts";

const failureToast = messages.googleLoginFailed;

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

function sending() {
  const answers: PromiseWithResolvers<void>[] = [];
  const submit = vi.fn(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  });
  return { submit, answers };
}

describe("a submitted form", () => {
  it("is busy until the response arrives, and cannot be submitted again meanwhile", async () => {
    const { submit, answers } = sending();
    const { result } = await renderHook(useSubmit, { submit, failureToast });
    expect(result().busy).toBe(false);
    await act(async () => {
      void result().onSubmit();
      void result().onSubmit();
    });
    expect(result().busy).toBe(true);
    expect(submit).toHaveBeenCalledTimes(1);
    await act(async () => answers[0]?.resolve());
    expect(result().busy).toBe(false);
    await act(async () => void result().onSubmit());
    expect(submit).toHaveBeenCalledTimes(2);
  });

  it("blocks another form with the same lock until the response arrives", async () => {
    const turn = { current: false };
    const one = sending();
    const other = sending();
    const first = await renderHook(useSubmit, { submit: one.submit, failureToast, submitLock: turn });
    const second = await renderHook(useSubmit, { submit: other.submit, failureToast, submitLock: turn });
    await act(async () => void first.result().onSubmit());
    await act(async () => void second.result().onSubmit());
    expect(other.submit).not.toHaveBeenCalled();
    await act(async () => one.answers[0]?.resolve());
    await act(async () => void second.result().onSubmit());
    expect(other.submit).toHaveBeenCalledTimes(1);
  });

  it("shows why the submission failed, and can be submitted again", async () => {
    const { submit, answers } = sending();
    const { result } = await renderHook(useSubmit, { submit, failureToast });
    await act(async () => void result().onSubmit());
    await act(async () => answers[0]?.reject(Object.assign(new Error("aws"), { name: "CodeMismatchException" })));
    expect(shownToasts().map(({ description }) => description)).toEqual(["Invalid verification code"]);
    await act(async () => void result().onSubmit());
    expect(submit).toHaveBeenCalledTimes(2);
  });
});

describe("a form that is refused for one of its fields", () => {
  const refused = new FieldError("code", "Invalid verification code");

  it("shows a message, and shows the error at the field until any field is changed", async () => {
    const { submit, answers } = sending();
    const { result } = await renderHook(useSubmit, { submit, failureToast });
    await act(async () => void result().onSubmit());
    await act(async () => answers[0]?.reject(refused));
    expect(shownToasts().map(({ description }) => description)).toEqual(["Invalid verification code"]);
    expect(result().problemOf("code")).toEqual({ hasError: true, errorMessage: "Invalid verification code" });
    expect(result().problemOf("password")).toEqual({ hasError: false });
    await act(async () => result().clear("password"));
    expect(result().problemOf("code")).toEqual({ hasError: false });
  });
});

describe("a form with an invalid field", () => {
  const problems: Problems = { email: null, password: "Password is required" };

  it("is not submitted, and shows the error until the field is changed", async () => {
    const { submit } = sending();
    const { result, rerender } = await renderHook(useSubmit, { submit, failureToast, check: () => problems });
    await act(async () => void result().onSubmit());
    expect(submit).not.toHaveBeenCalled();
    expect(result().problemOf("password")).toEqual({ hasError: true, errorMessage: "Password is required" });
    expect(result().problemOf("email")).toEqual({ hasError: false });
    await act(async () => result().clear("email"));
    expect(result().problemOf("password"), "another field is changed").toMatchObject({ hasError: true });
    await act(async () => result().clear("password"));
    expect(result().problemOf("password")).toEqual({ hasError: false });
    await rerender({ submit, failureToast, check: () => ({ email: null, password: null }) });
    await act(async () => void result().onSubmit());
    expect(submit).toHaveBeenCalledTimes(1);
    expect(result().problemOf("password")).toEqual({ hasError: false });
  });

  it("moves the focus to the first invalid field", async () => {
    const { submit } = sending();
    const { result } = await renderHook(useSubmit, { submit, failureToast, check: () => problems });
    const form = document.body.appendChild(document.createElement("form"));
    form.innerHTML = `<input name="email"><input name="password" aria-invalid="true"><input name="again" aria-invalid="true">`;
    result().form.current = form;
    await act(async () => void result().onSubmit());
    expect(document.activeElement?.getAttribute("name")).toBe("password");
    form.remove();
  });
});
