import { exams } from "../../../../domain/exams.ts";
import { PageTitle } from "../../ui/page-title.tsx";

const exam = exams["naati-ccl"];

/** What a mock exam is. */
export function ExamPage() {
  const { count } = exam.dialogues.value;
  return (
    <main className="page" id="main">
      <PageTitle>Mock exam</PageTitle>
      <header className="page-head">
        <h1>Mock exam</h1>
        <p>
          {count} dialogues under the conditions of {exam.name}, and a marking that shows where the marks went.
        </p>
      </header>
    </main>
  );
}
