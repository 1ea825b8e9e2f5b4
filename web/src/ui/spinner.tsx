import { useEffect, useState } from "react";

const showAfterMs = 200;

/** A wait that shows itself once it is long enough to notice. `label` says what is awaited. */
export function Spinner({ label }: { label: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), showAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="spinner" role="status" data-shown={late}>
      <span className="spinner-bars" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
      <span>{late ? label : ""}</span>
    </div>
  );
}
