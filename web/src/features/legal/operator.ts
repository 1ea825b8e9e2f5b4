/** Who runs this site, as its visitors are told. Fill this in before anybody is let in. */
export const operator = {
  name: "[Name of the operator]",
  address: "[Street, town, country]",
  /** A mailbox that is read; the one of `mail.support` in the stage's file will do. */
  email: "support@parlance.example",
  /** Whose law holds for the terms. */
  law: "[state or country]",
  /** When the texts beside this file were last changed. */
  textsOf: "25 November 2026",
} as const;
