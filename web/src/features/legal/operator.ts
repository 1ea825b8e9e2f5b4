/** The site's visitors see these values. Fill in the values before the site is public. */
export const operator = {
  name: "[Name of the operator]",
  address: "[Street, town, country]",
  /** A mailbox that a person reads, such as `mail.support` in the stage's file. */
  email: "support@parlance.example",
  law: "[state or country]",
  /** The date of the last change of the texts in this folder. */
  textsOf: "27 November 2026",
} as const;
