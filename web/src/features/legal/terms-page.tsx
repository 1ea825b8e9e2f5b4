import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { LegalPage, OperatorAddress } from "./legal-page.tsx";
import { operator } from "./operator.ts";

export function TermsPage() {
  return (
    <LegalPage title="Terms" lead="Read what Parlance offers you, and what you agree to.">
      <h2>What Parlance is</h2>
      <p>
        Parlance is a place to practise interpreting dialogues. We are not an exam body and do not belong to one. We
        cannot promise that you pass. The dialogues are invented. A reference is one good answer, not the only one.
      </p>
      <h2>Your account</h2>
      <p>Your account is for you alone. Keep your password secret. Use an email address that you can read.</p>
      <h2>Plans and payments</h2>
      <p>
        The free plan costs nothing and needs no card. Prices are in US dollars. A monthly plan renews every month until
        you cancel it. A single month does not renew. You can cancel in your profile, under Plan. You keep access until
        the month that you paid for ends.
      </p>
      <p>
        If you change a running monthly plan to a more expensive plan, you pay the difference for the rest of the month.
        If you change it to a cheaper plan, the difference reduces your next payments for a monthly plan. If the payment
        for a renewal fails and stays unpaid, your access ends.
      </p>
      <h2>The dialogues</h2>
      <p>
        We own the dialogues, or use them with permission. Use them to practise. Do not copy them, pass them on or sell
        them.
      </p>
      <h2>When something does not work</h2>
      <p>
        We do not promise that Parlance is always available. Do not keep your only copy of an important recording here,
        because your browser or Parlance can delete recordings. These terms do not limit the rights that the law gives
        you.
      </p>
      <h2>When an account ends</h2>
      <p>
        After you have set up your account, you can delete it in your profile, under Security. We can close an account
        that is used to harm others or to copy the dialogues. The law of {operator.law} applies.
      </p>
      <h2>Who we are</h2>
      <OperatorAddress />
      <p>
        Read under <Link to={paths.privacy}>Privacy</Link> what we keep about you.
      </p>
    </LegalPage>
  );
}
