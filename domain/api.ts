import * as z from "zod/mini";
import { accountRoutes } from "./accounts/account-routes.ts";
import { examRoutes } from "./exam/exam-routes.ts";
import { homeRoutes } from "./home/home-routes.ts";
import { planRoutes } from "./plans/plan-routes.ts";
import { practiceRoutes } from "./practice/practice-routes.ts";
import { guestRoutes } from "./sharing/guest-routes.ts";
import { inboxRoutes } from "./sharing/inbox-routes.ts";
import { shareRoutes } from "./sharing/share-routes.ts";
import { studyRoutes } from "./study/study-routes.ts";
import { supportRoutes } from "./support/support-routes.ts";

/** The HTTP routes of the API, keyed by the names of their handler files. */
export const routes = {
  ...accountRoutes,
  ...homeRoutes,
  ...planRoutes,
  ...practiceRoutes,
  ...examRoutes,
  ...shareRoutes,
  ...guestRoutes,
  ...inboxRoutes,
  ...studyRoutes,
  ...supportRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

export function handlerPath(name: RouteName): string {
  return `${routes[name].access === "signature" ? "webhooks" : "api"}/${name}`;
}
export type RouteParams<Name extends RouteName> = z.output<Routes[Name]["params"]>;
export type RouteBody<Name extends RouteName> = z.output<Routes[Name]["body"]>;
export type RouteResponse<Name extends RouteName> = z.output<Routes[Name]["response"]>;

export const RefusalBody = z.object({ code: z.string(), message: z.string() });
