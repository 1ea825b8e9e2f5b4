const readyEvent = "parlance-ready";
const earlyClickEvent = "parlance-awaited";

const hasEarlyClick = () => document.documentElement.dataset["waiting"] !== undefined;

/**
 * Calls `run` after the first click or submit that `deferEarlyClicks` defers, or at once if that event has already
 * happened.
 */
export function onFirstEarlyClick(run: () => void): void {
  if (hasEarlyClick()) run();
  else document.addEventListener(earlyClickEvent, run, { once: true });
}

/** Repeats the deferred click. Call this function when the app can handle clicks. */
export function announceReady(): void {
  document.dispatchEvent(new Event(readyEvent));
}

/**
 * Prevents clicks on the controls of the prerendered page until `announceReady` is called, then repeats the first of
 * these clicks. The Enter key in a form also arrives as a click on the form's button. Also prevents a submit without a
 * click, for example by a password manager, because the browser would post the form to the site's host and leave the
 * page. Such a submit is repeated as a click on the submit button.
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
