const readyEvent = "parlance-ready";
const earlyClickEvent = "parlance-awaited";

const hasEarlyClick = () => document.documentElement.dataset["waiting"] !== undefined;

/** Calls `run` once somebody has clicked on something that the page does not answer to yet. */
export function onFirstEarlyClick(run: () => void): void {
  if (hasEarlyClick()) run();
  else document.addEventListener(earlyClickEvent, run, { once: true });
}

/** Says that the page which stood in the document answers to clicks now. */
export function announceReady(): void {
  document.dispatchEvent(new Event(readyEvent));
}

/**
 * Keeps the first click on such controls of the standing page until the page answers to clicks, and clicks again then. To
 * send a form by the Enter key is a click on its button; a password manager may send one without any, and left to itself
 * the browser would put what was typed into the address.
 */
export function deferEarlyClicks(controls: "button" | "a, button"): void {
  let kept: HTMLElement | null = null;
  const keep = (event: Event, control: HTMLElement | null) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept ??= control;
    document.documentElement.dataset["waiting"] = "";
    document.dispatchEvent(new Event(earlyClickEvent));
  };
  const onClick = (event: MouseEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (control && isPlain) keep(event, control);
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target instanceof HTMLFormElement ? event.target : null;
    keep(event, event.submitter ?? form?.querySelector<HTMLElement>("button[type=submit]") ?? null);
  };
  document.addEventListener("click", onClick, { capture: true });
  document.addEventListener("submit", onSubmit, { capture: true });
  document.addEventListener(
    readyEvent,
    () => {
      document.removeEventListener("click", onClick, { capture: true });
      document.removeEventListener("submit", onSubmit, { capture: true });
      delete document.documentElement.dataset["waiting"];
      kept?.click();
    },
    { once: true },
  );
}
