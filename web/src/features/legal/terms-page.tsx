import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { LegalPage, OperatorAddress } from "./legal-page.tsx";
import { operator } from "./operator.ts";

/** What a learner and the operator may expect of each other. */
export function TermsPage() {
  return (
    <LegalPage title="Terms" lead="What you may expect of Parlance, and what we ask of you.">
      <h2>What Parlance is</h2>
      <p>
        A place to practise interpreting dialogues. We are no exam body, belong to none, and cannot promise that you
        pass. The dialogues are invented, and a reference is one good answer, not the only one.
      </p>
      <h2>Your account</h2>
      <p>
        It is for you alone. Keep your password to yourself, and give an email address that you can read: codes are sent
        there.
      </p>
      <h2>Plans and payments</h2>
      <p>
        The free plan costs nothing and needs no card. Prices are in US dollars. A monthly plan renews every month until
        you cancel it; one month, once, ends by itself. You can cancel at any time in your profile, under Plan, and keep
        access until the month you have paid for is over.
      </p>
      <p>
        If you change to a dearer plan, you pay the difference for the rest of the month; if to a cheaper one, it is
        credited and lowers your next bills. If a payment fails, it is tried again for a while. Without it your access
        ends.
      </p>
      <h2>The dialogues</h2>
      <p>They are ours or lent to us. Use them to practise; do not copy them, pass them on, or sell them.</p>
      <h2>When something does not work</h2>
      <p>
        We keep Parlance running as well as we can, without a promise that it is always there. Keep no recording here
        that you could not do without: browsers may clear them. Rights that the law gives you stay yours whatever stands
        here.
      </p>
      <h2>The end</h2>
      <p>
        You can delete your account at any time. We may close an account that is used to harm others or to copy the
        dialogues. The law of {operator.law} holds.
      </p>
      <h2>Who we are</h2>
      <OperatorAddress />
      <p>
        What we keep about you is said under <Link to={paths.privacy}>Privacy</Link>.
      </p>
    </LegalPage>
  );
}
