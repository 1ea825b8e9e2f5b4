import { useNavigation } from "react-router";

/** A line above the page while the next one is on its way; shows only once the wait is noticeable. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return state === "idle" ? null : (
    <div className="navigation-progress" role="progressbar" aria-label="Loading the page" />
  );
}
