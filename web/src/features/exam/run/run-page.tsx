import { Link } from "react-router";
import { paths } from "../../../../../domain/pages.ts";
import { Notice } from "../../../ui/notice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";

/** Where a mock exam is sat. */
export function RunPage() {
  return (
    <main className="page" id="main">
      <PageTitle>Mock exam</PageTitle>
      <Notice title="No mock exam can be sat yet" action={<Link to={paths.exam}>What a mock exam is</Link>}>
        This page is where it will be.
      </Notice>
    </main>
  );
}
