/** How much of a field's room is used, by the count of the server. */
export function CharacterCount({ count, most }: { count: number; most: number }) {
  const number = (value: number) => value.toLocaleString("en");
  return (
    <>
      {number(count)} / {number(most)}
      <span className="visually-hidden"> characters used</span>
    </>
  );
}

/** What is wrong with a field that holds too much; empty if it does not. */
export function tooLongText(count: number, most: number): string {
  const over = count - most;
  if (over <= 0) return "";
  return `Please shorten this by ${over.toLocaleString("en")} ${over === 1 ? "character" : "characters"}`;
}
