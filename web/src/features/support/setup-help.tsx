import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import "./setup-help.css";

/** The way to help, and out, for whoever is setting up an account: its menu opens there only. */
export function SetupHelp() {
  return (
    <p className="setup-help">
      Need help, or want to log out? <Link to={paths.support}>Go to Support</Link>
    </p>
  );
}
