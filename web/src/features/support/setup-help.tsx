import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import "./setup-help.css";

/** For pages on which the account menu is disabled. */
export function SetupHelp() {
  return (
    <p className="setup-help">
      Need help? <Link to={paths.support}>Go to Support</Link>. To log out, use the account menu there.
    </p>
  );
}
