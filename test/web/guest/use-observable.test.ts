// @vitest-environment happy-dom
import { createElement, render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { act } from "preact/test-utils";
import { afterEach, expect, test } from "vitest";
import { createObservable, type Observable } from "../../../web/src/browser/observable.ts";
import { useObservable } from "../../../web/src/guest/use-observable.ts";

type Props = { name: Observable<string>; onLayout?: () => void };

function Name({ name, onLayout }: Props) {
  useLayoutEffect(() => onLayout?.(), [onLayout]);
  return createElement("p", null, useObservable(name));
}

const show = (props: Props) => act(() => render(createElement(Name, props), document.body));
const shownText = () => document.body.textContent;

afterEach(() => render(null, document.body));

test("useObservable shows the new value when its observable changes", async () => {
  const name = createObservable("Asha");
  await show({ name });
  await act(() => name.set("Bina"));
  expect(shownText()).toBe("Bina");
});

test("useObservable shows a change between the rendering and the subscription", async () => {
  const name = createObservable("Asha");
  await show({ name, onLayout: () => name.set("Bina") });
  expect(shownText()).toBe("Bina");
});

test("useObservable subscribes to the new observable when its argument changes", async () => {
  const [first, second] = [createObservable("Asha"), createObservable("Bina")];
  await show({ name: first });
  await show({ name: second });
  expect(shownText()).toBe("Bina");
  await act(() => second.set("Chandra"));
  expect(shownText()).toBe("Chandra");
});
