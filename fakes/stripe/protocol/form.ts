/** A list is an object whose keys are its indices. */
export type Form = { [name: string]: string | Form };

function addValue(form: Form, path: readonly string[], value: string): void {
  const [head = "", ...rest] = path;
  // "expand[]" has no number, so its value is appended.
  const key = head === "" ? String(Object.keys(form).length) : head;
  if (rest.length === 0) {
    form[key] = value;
    return;
  }
  const present = form[key];
  const inner: Form = typeof present === "object" ? present : Object.create(null);
  form[key] = inner;
  addValue(inner, rest, value);
}

/** Decodes nested names, as in "a[b][0]=c". */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const [, head = name, tail = ""] = /^([^[\]]*)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
    addValue(form, [head, ...Array.from(tail.matchAll(/\[([^[\]]*)\]/g), ([, part = ""]) => part)], value);
  }
  return form;
}
