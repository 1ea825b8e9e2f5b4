/** The selectors limit the elements whose accessible names the browser computes. */
export const roleSelectors = {
  button: "button",
  combobox: "[role=combobox]",
  dialog: "dialog",
  heading: "h1, h2, h3",
  link: "a[href]",
  menuitem: "[role=menuitem]",
  option: "[role=option]",
  // A password field has no ARIA role.
  password: "input[type=password]",
  radio: "input[type=radio]",
  // A disabled slider is excluded, so that tests wait until the slider can be moved.
  slider: "[role=slider]:not([aria-disabled=true])",
  tab: "[role=tab]",
  textbox: "input:not([type=password]), textarea",
  timer: "[role=timer]",
} as const;

export type Role = keyof typeof roleSelectors;

/** The whole name of an element, or a part of it. */
export type Name = string | { with: string };

export const nameText = (name: Name): string => (typeof name === "string" ? name : name.with);

/** The function runs in the page, so it cannot use code outside of itself. */
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
