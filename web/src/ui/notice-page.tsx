import type { ReactNode } from "react";
import { Notice } from "./notice.tsx";
import { PageTitle } from "./page-title.tsx";

type NoticePageProps = {
  title: string;
  tab?: string;
  action: ReactNode;
  children: ReactNode;
};

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
