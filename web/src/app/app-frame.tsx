import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode, useLayoutEffect } from "react";
import { uncover } from "../standing-page.ts";

/** What is around every page, in the browser and in the build alike. */
export function AppFrame({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  useLayoutEffect(uncover, []);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </StrictMode>
  );
}
