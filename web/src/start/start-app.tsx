import { QueryClient } from "@tanstack/react-query";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { paths } from "../../../domain/http/pages.ts";
import { WebConfig } from "../../../domain/http/web-config.ts";
import { connectApi } from "../api.ts";
import { StorageBlockedPage } from "../app/error-pages.tsx";
import { preloadLearnerHome } from "../app/home-page.tsx";
import { AppProviders } from "../app/layout.tsx";
import { routes } from "../app/routes.tsx";
import { isStorageBlocked } from "../browser/storage.ts";
import { grantBasis, learnerOffline } from "../features/accounts/account.ts";
import {
  accessToken,
  endDeletedSession,
  getSessionSignal,
  refreshSession,
  renewToken,
  startSession,
} from "../features/accounts/session.ts";
import { readSignInReturn, type SignInReturn } from "../features/accounts/sign-in-return.ts";
import { hasStoredTokens } from "../features/accounts/stored-tokens.ts";
import { connectCatalogue } from "../features/content/catalogue.ts";
import { setGrantBasis } from "../features/content/content.ts";
import { setOfflineAccess } from "../features/content/kept-access.ts";
import { connectRealtime } from "../features/realtime/realtime.ts";
import { prerenderedPath } from "../prerendered-page.ts";
import { mutationDefaults, queryDefaults } from "../query-freshness.ts";

async function loadConfig(): Promise<WebConfig> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error(`The settings could not be loaded (${response.status})`);
  return WebConfig.parse(await response.json());
}

type Router = ReturnType<typeof createBrowserRouter>;

/** Returns the Google log-in that has to be finished. */
async function connectServices(): Promise<SignInReturn | null> {
  const config = await loadConfig();
  connectApi({ apiUrl: config.apiUrl, accessToken, renewToken, getSessionSignal, onAccountDeleted: endDeletedSession });
  connectCatalogue(config.contentUrl);
  connectRealtime(config.realtimeUrl);
  const returned = readSignInReturn(window.location);
  startSession(config, { returning: returned !== null });
  if (window.location.pathname === paths.home && hasStoredTokens(config.userPoolClientId)) preloadLearnerHome();
  return returned;
}

function whenInitialized(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

export async function startApp(element: HTMLElement): Promise<void> {
  const isPrerendered = prerenderedPath() !== null;
  if (isStorageBlocked()) {
    createRoot(element).render(<StorageBlockedPage />);
    return;
  }
  const returned = await connectServices();
  const queries = new QueryClient({ defaultOptions: { queries: queryDefaults, mutations: mutationDefaults } });
  setGrantBasis(() => grantBasis(queries));
  setOfflineAccess(() => learnerOffline(queries));
  const router = createBrowserRouter(routes);
  const app = (
    <AppProviders queries={queries}>
      <RouterProvider router={router} />
    </AppProviders>
  );
  if (isPrerendered) {
    await whenInitialized(router);
    // A transition pauses between components, so that clicks during hydration are handled.
    startTransition(() => void hydrateRoot(element, app));
  } else createRoot(element).render(app);
  if (returned) {
    const { finishSignIn } = await import("../features/accounts/google-sign-in.ts");
    await finishSignIn(returned, router).catch(refreshSession);
  }
}
