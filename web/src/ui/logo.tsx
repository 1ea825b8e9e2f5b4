export function Logo() {
  return (
    <svg className="mark" viewBox="3 3 26 26" aria-hidden="true" focusable="false">
      <g strokeWidth="3" strokeLinecap="round">
        <path d="M6.500 13v6M11.500 8v16" stroke="var(--heard)" />
        <path d="M16 11.500v9" stroke="var(--reference)" />
        <path d="M20.500 6.500v19M25.500 12v8" stroke="var(--said)" />
      </g>
    </svg>
  );
}
