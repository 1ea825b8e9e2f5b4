import { useEffect, useState } from "react";

const showAfterMs = 200;

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
