import { Link } from "react-router";
import { paths } from "../../../../../domain/pages.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";

/** The sheet of a mock exam that was sat. */
export function SheetPage() {
  return (
    <main className="page" id="main">
      <PageTitle>Mock exam</PageTitle>
      <Notice title="No mock exam to mark" action={<Link to={paths.exam}>All mock exams</Link>}>
        There is none here under this address.
      </Notice>
    </main>
  );
}
