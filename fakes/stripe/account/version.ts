/** The one version of the API that the fake speaks; the SDK asks for the same. */
export const apiVersion = "2026-10-28.endive";
