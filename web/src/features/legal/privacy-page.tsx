import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { LegalPage, OperatorAddress } from "./legal-page.tsx";

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy" lead="Read what we keep, where, and for how long.">
      <h2>Your recordings</h2>
      <p>
        Your recordings are stored in your browser, and are sent to us only if you ask for feedback. When you leave a
        dialogue, you can keep or delete practice recordings. The recordings of a mock exam stay until you delete them.
        To make room, Parlance deletes the practice recordings that you have not used for longest. Browsers can also
        delete recordings. When you log out, we ask you first, and then delete your recordings in that browser. The
        recording that you make on the start page is not stored.
      </p>
      <p>
        If you turn on suggestions in practice, speech recognition of your browser checks which key words of the
        reference are in your recordings. The recognition works on your device.
      </p>
      <h2>Feedback by a link</h2>
      <p>
        If you ask for feedback, we store your question, your name as guests see it, and copies of the recordings that
        you choose. People who have the link can hear the recordings, until the link expires or you end it, for 30 days
        at most. Then we delete the copies and the spoken comments. Written comments stay for up to a year after the
        link has expired, unless you delete them. We keep the name of guests as they type it, and what they write and
        say. While the link works, guests can delete their name and comments on the page of the link in the same
        browser.
      </p>
      <h2>What we keep about you</h2>
      <p>
        We keep your email address, your name, the language you practise, and the languages you asked us to email you
        about. We keep which segments and dialogues you completed, and the number of attempts. For each mock exam, we
        keep when you took it, its dialogues, and how it was marked. We keep your teachers in Parlance, your inbox, and
        the comments that you save for reuse. We keep your reviews, your glossary, and figures about your recordings,
        such as their length. We keep your plan and your customer number at Stripe. A message that you write to support
        reaches us as an email.
      </p>
      <p>
        We cannot read your password. If you log in with Google, we keep your email address and whether Google has
        verified it, your name, and the number of your Google account.
      </p>
      <p>
        Our servers keep logs of requests for up to three months. A log can have the requested address, the time, the
        duration and the result, the id of your account, and the internet address (IP) of the sender. It does not have
        what you wrote or your password.
      </p>
      <h2>Service providers</h2>
      <p>
        Amazon Web Services stores this data and sends our emails. Stripe takes payments and gets your email address and
        the id of your account. You enter your card on a page of Stripe, and we never see its number. If you continue
        with Google, Google gets the email address that you typed. We give this data to no other company, and we sell
        nothing.
      </p>
      <h2>What is in your browser</h2>
      <p>
        Your browser stores your log-in, your settings, your recordings, your notes, and copies of your data. It stores
        dialogues that you heard recently, and dialogues that you keep offline. There is no advertising, and nothing
        follows you to other sites.
      </p>
      <h2>Download or delete your data</h2>
      <p>
        After you have set up your account, you can download your data in your profile, under Account, and delete your
        account and this data under Security. If you delete your account, your plan ends at once. Copies in backups and
        logs expire later. Payments and invoices stay with Stripe. Messages to support stay in our mailbox. Your
        comments and marks for other people's recordings stay with those people. If you have a question about payments
        or messages, <Link to={paths.contact}>write to us</Link>.
      </p>
      <h2>Who we are</h2>
      <OperatorAddress />
    </LegalPage>
  );
}
