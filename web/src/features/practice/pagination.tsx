import { Button } from "../../ui/button.tsx";

type Props = { page: number; pages: number; onPage: (page: number) => void };

/** Steps through the pages of a list; pages count from 1. */
export function Pagination({ page, pages, onPage }: Props) {
  return (
    <nav className="pagination" aria-label="Pages">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span aria-live="polite">
        Page {page} of {pages}
      </span>
      <Button disabled={page === pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
