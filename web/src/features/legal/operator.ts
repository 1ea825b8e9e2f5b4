/** The operator of this site, as its visitors see it. Fill this in before the site is public. */
export const operator = {
  name: "[Name of the operator]",
  address: "[Street, town, country]",
  /** A mailbox that is read, such as `mail.support` in the stage's file. */
  email: "support@parlance.example",
  /** The law that applies to the terms. */
  law: "[state or country]",
  /** When the texts beside this file were last changed. */
  textsOf: "25 November 2026",
} as const;
