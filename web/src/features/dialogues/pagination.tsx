import { Button } from "../../ui/button.tsx";
import { pageNumbers } from "./list-view.ts";

type Props = { page: number; pages: number; onPage: (page: number) => void };

function PageNumber({ number, current, onPage }: { number: number; current: boolean; onPage: Props["onPage"] }) {
  return (
    <button
      type="button"
      className="page-number"
      aria-label={`Page ${number}`}
      aria-current={current ? "page" : undefined}
      onClick={() => onPage(number)}
    >
      {number}
    </button>
  );
}

export function Pagination({ page, pages, onPage }: Props) {
  return (
    <nav className="pagination" aria-label="Pages">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <div className="page-numbers">
        {pageNumbers(page, pages).map((number, at) =>
          number === "gap" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position.
            <span key={`gap-${at}`} className="page-gap" aria-hidden="true">
              …
            </span>
          ) : (
            <PageNumber key={number} number={number} current={number === page} onPage={onPage} />
          ),
        )}
      </div>
      <Button disabled={page === pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
