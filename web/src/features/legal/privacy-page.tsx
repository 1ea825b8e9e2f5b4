import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { LegalPage, OperatorAddress } from "./legal-page.tsx";

/** What becomes of what the product knows about a person. */
export function PrivacyPage() {
  return (
    <LegalPage title="Privacy" lead="What you say stays with you. Here is what we keep, where, and for how long.">
      <h2>Your recordings</h2>
      <p>
        What you record is kept in your browser and is not sent to us. When you leave a dialogue you are asked whether
        to keep its recordings; what you say in a mock exam is kept until you delete that. Logging out asks you, then
        deletes them all. What you record on the first page is not even kept in the browser.
      </p>
      <h2>What we keep about you</h2>
      <p>
        Your email address, your name, the language you practise, the languages you asked to hear of, and which segments
        and dialogues you completed, with the number of attempts. When you sat a mock exam, with which dialogues, and
        how it was marked. Which plan you have, and your customer number at Stripe. What you write to support reaches us
        as an email.
      </p>
      <p>
        We cannot read your password. If you sign in with Google, we are told your email address and your name, and
        nothing else of your Google account.
      </p>
      <p>
        Our servers note for up to three months which of their addresses was asked for and when, with technical numbers
        and the internet address that asked. They note neither what you wrote nor your password.
      </p>
      <h2>Who works for us</h2>
      <p>
        Amazon Web Services keeps the above and sends our emails. Stripe takes payments: your card is typed into a page
        of theirs, and we never see its number. Nobody else gets anything, and nothing is sold.
      </p>
      <h2>What is in your browser</h2>
      <p>
        That you are signed in, your settings, recordings, and recently heard dialogues, so that they start at once.
        There is no advertising, and nothing that follows you to other sites.
      </p>
      <h2>Your data, and its end</h2>
      <p>
        In your profile you can download all that we keep about you (Account), and delete your account with it
        (Security). Your plan ends then, too. Payments and invoices stay with Stripe for as long as the law asks, and
        messages to support stay in the mailbox; <Link to={paths.contact}>write to us</Link> about either.
      </p>
      <h2>Who we are</h2>
      <OperatorAddress />
    </LegalPage>
  );
}
