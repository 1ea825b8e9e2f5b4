/** Elements that may have a role, so that a browser need not be asked about every one. */
export const roleSelectors = {
  button: "button",
  combobox: "[role=combobox]",
  dialog: "dialog",
  heading: "h1, h2, h3",
  link: "a[href]",
  menuitem: "[role=menuitem]",
  option: "[role=option]",
  // No role of ARIA's, so that a password is found by its name and its element alone.
  password: "input[type=password]",
  radio: "input[type=radio]",
  // One at a time: what cannot be moved yet is waited for.
  slider: "[role=slider]:not([aria-disabled=true])",
  tab: "[role=tab]",
  textbox: "input:not([type=password]), textarea",
  timer: "[role=timer]",
} as const;

export type Role = keyof typeof roleSelectors;

/** A name as a whole, or words that stand in it. */
export type Name = string | { with: string };

export const nameText = (name: Name): string => (typeof name === "string" ? name : name.with);

/**
 * The elements that show and by whose text, label or `aria-label` a browser might come to a name with these words. It is
 * run in the page, and so knows of nothing outside of itself.
 */
export function findElementsByText(css: string, words: string): Element[] {
  const withoutSpaces = (text: string) => text.replaceAll(/\s/g, "");
  const namers = (element: Element) => [
    element,
    ...(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? (element.labels ?? []) : []),
    ...(element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)),
  ];
  const said = (element: Element) =>
    withoutSpaces(
      (element.getAttribute("aria-label") ?? "") +
        namers(element)
          .map((namer) => namer?.textContent)
          .join(""),
    );
  const shows = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  return [...document.querySelectorAll(css)].filter(
    (element) => shows(element) && said(element).includes(withoutSpaces(words)),
  );
}
