import { paidLanguage } from "../../../../domain/accounts/account.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { hasPaidAccess } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { LearnerGlossary } from "./learner-glossary.tsx";
import "./glossary.css";

function AccountGlossary({ userId }: { userId: string }) {
  const { data: account } = useAccount();
  if (!account) return <Spinner label="Loading your terms…" />;
  const paid = hasPaidAccess(account.subscription, serverNow());
  const language = paidLanguage(account, serverNow()) ?? exampleLanguage;
  return <LearnerGlossary userId={userId} paid={paid} language={language} />;
}

export function GlossaryPage() {
  const session = useSession();
  return (
    <main className="page glossary-page" id="main">
      <PageTitle>Glossary</PageTitle>
      <header className="page-head">
        <h1>Glossary</h1>
        <p>Terms that you want to know in both languages.</p>
      </header>
      {session.kind === "learner" && <AccountGlossary key={session.userId} userId={session.userId} />}
    </main>
  );
}
