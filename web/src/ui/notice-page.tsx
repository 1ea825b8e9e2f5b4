import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";
import { PageTitle } from "./page-title.tsx";

type NoticePageProps = {
  title: string;
  /** The page's name in the browser's tab, where that is not its title. */
  tab?: string;
  action: ReactNode;
  children: ReactNode;
};

/** In the place of a page that cannot be shown: why, and what to do. */
export function NoticePage({ title, tab = title, action, children }: NoticePageProps) {
  return (
    <main className="page" id="main">
      <PageTitle>{tab}</PageTitle>
      <Notice title={title} action={action}>
        {children}
      </Notice>
    </main>
  );
}
