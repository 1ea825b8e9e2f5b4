import { isAppleHandheld } from "../../../audio/playback-while-recording.ts";
import { serverNow } from "../../../browser/server-time.ts";

/** After so many days without a visit such a browser removes all that a site has stored. */
const forgottenAfterDays = 7;

const dayName = new Intl.DateTimeFormat("en", { weekday: "long", month: "long", day: "numeric" });

/** Warns, on an iPhone or iPad, that what was said goes by itself, and by when; nothing elsewhere. */
export function ForgetfulBrowser() {
  if (!isAppleHandheld(navigator)) return null;
  const goesAt = serverNow().getTime() + forgottenAfterDays * 24 * 60 * 60_000;
  return (
    <p className="exam-forgetful" role="note">
      iPhones and iPads remove what a site has stored {forgottenAfterDays} days after your last visit. Mark it, come
      back or save it to a file before {dayName.format(goesAt)}.
    </p>
  );
}
