import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { LegalPage, OperatorAddress } from "./legal-page.tsx";

export function ContactPage() {
  return (
    <LegalPage title="Contact" lead="A question, an idea, or something that does not work? Write to us.">
      <h2>By email</h2>
      <OperatorAddress />
      <h2>With an account</h2>
      <p>
        Write to us in Parlance under <Link to={paths.support}>Support</Link>. We answer by email.
      </p>
    </LegalPage>
  );
}
