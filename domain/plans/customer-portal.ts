/**
 * By what the configuration of the payment provider's customer portal is known among those of its account. One that is
 * made by the API is never the default, so whoever opens the portal has to name it.
 */
export const portalMetadata = { app: "parlance" } as const;

/** Whether a configuration is this product's. */
export function isOwnPortal({ metadata }: { metadata: Readonly<Record<string, string>> | null }): boolean {
  return Object.entries(portalMetadata).every(([key, value]) => metadata?.[key] === value);
}
