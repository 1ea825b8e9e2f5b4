import { lazy, Suspense } from "react";
import { Outlet, type RouteObject, ScrollRestoration } from "react-router";
import { accountPages } from "../features/accounts/account-pages.ts";
import { useAccountClosing } from "../features/profile/use-account-closing.ts";
import { useRealtime } from "../features/realtime/realtime.ts";
import { paths, topicPattern } from "../paths.ts";
import { Spinner } from "../ui/spinner.tsx";
import { useToasts } from "../ui/toasts.ts";
import { ErrorPage } from "./error-page.tsx";
import { Header } from "./header.tsx";
import { HomePage } from "./home-page.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { RedirectGuard } from "./redirect-guard.tsx";
import { useLeftReset } from "./use-left-reset.ts";
import { useSessionEnd } from "./use-session-end.ts";

const ToastRegion = lazy(() => import("../ui/toast-region.tsx").then((module) => ({ default: module.ToastRegion })));

const UnfinishedDeletionBar = lazy(() =>
  import("../features/profile/unfinished-deletion-bar.tsx").then((module) => ({
    default: module.UnfinishedDeletionBar,
  })),
);

function Layout() {
  const hasToasts = useToasts().length > 0;
  const closing = useAccountClosing();
  useRealtime();
  useSessionEnd();
  useLeftReset();
  return (
    <>
      <NavigationProgress />
      <Header />
      {closing && (
        <Suspense>
          <UnfinishedDeletionBar />
        </Suspense>
      )}
      <RedirectGuard>
        <Suspense fallback={<Spinner label="Loading…" />}>
          <Outlet />
        </Suspense>
      </RedirectGuard>
      {hasToasts && (
        <Suspense>
          <ToastRegion />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  );
}

/** The app's addresses and their pages; what the landing does without is loaded when it is opened. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Spinner label="Loading…" />,
    children: [
      { path: paths.home, element: <HomePage /> },
      { path: paths.login, lazy: async () => ({ Component: (await accountPages.login()).LoginPage }) },
      { path: paths.signup, lazy: async () => ({ Component: (await accountPages.signup()).SignupPage }) },
      { path: paths.verify, lazy: async () => ({ Component: (await accountPages.verify()).VerifyPage }) },
      {
        path: paths.forgotPassword,
        lazy: async () => ({ Component: (await accountPages.forgotPassword()).ForgotPasswordPage }),
      },
      {
        path: paths.newPassword,
        lazy: async () => ({ Component: (await accountPages.newPassword()).NewPasswordPage }),
      },
      {
        path: paths.pricing,
        lazy: async () => ({ Component: (await import("../features/plans/pricing-page.tsx")).PricingPage }),
      },
      {
        path: paths.paymentSuccess,
        lazy: async () => ({
          Component: (await import("../features/plans/payment-success-page.tsx")).PaymentSuccessPage,
        }),
      },
      {
        path: paths.language,
        lazy: async () => ({ Component: (await import("../features/language/language-page.tsx")).LanguagePage }),
      },
      {
        path: paths.profile,
        lazy: async () => ({ Component: (await import("../features/profile/profile-page.tsx")).ProfilePage }),
      },
      {
        path: paths.support,
        lazy: async () => ({ Component: (await import("../features/support/support-page.tsx")).SupportPage }),
      },
      {
        path: topicPattern,
        lazy: async () => ({ Component: (await import("../features/practice/practice-page.tsx")).PracticePage }),
      },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];
