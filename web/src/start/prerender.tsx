import { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { AppProviders } from "../app/layout.tsx";
import { routes } from "../app/routes.tsx";
import { setSessionLoading, setSessionNobody } from "../features/accounts/session.ts";
import { TitleListener } from "../ui/page-title.tsx";

export type RenderedPage = { markup: string; title: string };

async function renderPath(path: string): Promise<RenderedPage> {
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(new URL(path, "http://localhost")));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const queries = new QueryClient();
  let title = "Parlance";
  const markup = renderToString(
    <TitleListener.Provider
      value={(text) => {
        title = text;
      }}
    >
      <AppProviders queries={queries}>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </AppProviders>
    </TitleListener.Provider>,
  );
  // Clears the cache, because its timers would keep the build running.
  queries.clear();
  return { markup, title };
}

export async function renderPage(path: string): Promise<RenderedPage> {
  setSessionNobody();
  return renderPath(path);
}

export async function renderFrame(path: string): Promise<RenderedPage> {
  setSessionLoading();
  return renderPath(path);
}
