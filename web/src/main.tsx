import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import "virtual:colors.css";
import "./ui/base.css";
import "./ui/button.css";
import "./ui/header.css";
import "./ui/page.css";
import { connectApi } from "./api.ts";
import { router } from "./app/app.tsx";
import { connectCatalogue } from "./catalogue.ts";
import { loadConfig } from "./config.ts";
import { accessToken, refreshSession, renewToken, sessionOver, startSession } from "./features/accounts/session.ts";
import { readSignInReturn } from "./features/accounts/sign-in-return.ts";
import { connectRealtime } from "./features/realtime/realtime.ts";
import { mutationDefaults, queryDefaults } from "./query-freshness.ts";
import { Button } from "./ui/button.tsx";
import { Notice } from "./ui/notice.tsx";

const queries = new QueryClient({ defaultOptions: { queries: queryDefaults, mutations: mutationDefaults } });

function UnreachablePage() {
  return (
    <main className="page" id="main">
      <Notice
        title="Parlance cannot be reached"
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        The app could not be started. Check your connection and try again.
      </Notice>
    </main>
  );
}

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element);
  try {
    const config = await loadConfig();
    connectApi({ apiUrl: config.apiUrl, accessToken, renewToken, sessionOver });
    connectCatalogue(config.contentUrl);
    connectRealtime(config.realtimeUrl);
    const returned = readSignInReturn(window.location);
    startSession(config, { returning: returned !== null });
    if (returned) {
      import("./app/finish-sign-in.ts").then(({ finishSignIn }) => finishSignIn(returned)).catch(refreshSession);
    }
  } catch {
    root.render(<UnreachablePage />);
    return;
  }
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const element = document.getElementById("root");
if (element) void start(element);
