const readyEvent = "parlance-ready";
const earlyClickEvent = "parlance-awaited";

const hasEarlyClick = () => document.documentElement.dataset["waiting"] !== undefined;

/** An early click is a click or submit that `deferEarlyClicks` defers. */
export function onFirstEarlyClick(run: () => void): void {
  if (hasEarlyClick()) run();
  else document.addEventListener(earlyClickEvent, run, { once: true });
}

/** Call this function when the app can handle clicks. */
export function announceReady(): void {
  document.dispatchEvent(new Event(readyEvent));
}

/**
 * Defers plain clicks on controls of the prerendered page until `announceReady` is called. Then repeats the first
 * deferred event as a click. Also defers a submit without a click, for example by a password manager, because the
 * browser would leave the page to post the form.
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
