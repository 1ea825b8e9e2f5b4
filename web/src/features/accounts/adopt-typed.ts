/**
 * Takes in what was typed into a form's fields before the app had started, of which React knows nothing yet: each field
 * tells of it as if it were typed now.
 */
export function adoptTyped(form: HTMLFormElement): void {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  for (const input of form.querySelectorAll("input")) {
    const { value, defaultValue } = input;
    if (value === defaultValue) continue;
    // React heeds a field only if it holds something else than React last saw written there.
    input.value = defaultValue;
    write?.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
