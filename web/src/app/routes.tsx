import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { examAttemptPattern, paths, topicPattern } from "../../../domain/http/pages.ts";
import { loadFiles } from "../load-anew.ts";
import { Spinner } from "../ui/spinner.tsx";
import { AccountPages, accountPages } from "./account-pages.tsx";
import { ErrorPage, NotFoundPage } from "./error-pages.tsx";
import { HomePage } from "./home-page.tsx";
import { Layout } from "./layout.tsx";

/** Loads a page when it is opened. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await loadFiles(load))[name] });
}

const pages: RouteObject[] = [
  { path: paths.home, element: <HomePage /> },
  {
    element: <AccountPages />,
    children: [
      { path: paths.login, lazy: page(accountPages.login, "LoginPage") },
      { path: paths.signup, lazy: page(accountPages.signup, "SignupPage") },
      { path: paths.verify, lazy: page(accountPages.verify, "VerifyPage") },
      { path: paths.forgotPassword, lazy: page(accountPages.forgotPassword, "ForgotPasswordPage") },
      { path: paths.newPassword, lazy: page(accountPages.newPassword, "NewPasswordPage") },
    ],
  },
  { path: paths.pricing, lazy: page(() => import("../features/plans/pricing-page.tsx"), "PricingPage") },
  {
    path: paths.paymentSuccess,
    lazy: page(() => import("../features/plans/payment-success-page.tsx"), "PaymentSuccessPage"),
  },
  { path: paths.language, lazy: page(() => import("../features/language/language-page.tsx"), "LanguagePage") },
  { path: paths.profile, lazy: page(() => import("../features/profile/profile-page.tsx"), "ProfilePage") },
  { path: paths.support, lazy: page(() => import("../features/support/support-page.tsx"), "SupportPage") },
  { path: paths.privacy, lazy: page(() => import("../features/legal/privacy-page.tsx"), "PrivacyPage") },
  { path: paths.terms, lazy: page(() => import("../features/legal/terms-page.tsx"), "TermsPage") },
  { path: paths.contact, lazy: page(() => import("../features/legal/contact-page.tsx"), "ContactPage") },
  { path: topicPattern, lazy: page(() => import("../features/practice/practice-page.tsx"), "PracticePage") },
  { path: paths.exam, lazy: page(() => import("../features/exam/exam-page.tsx"), "ExamPage") },
  { path: paths.examRun, lazy: page(() => import("../features/exam/run/run-page.tsx"), "RunPage") },
  { path: examAttemptPattern, lazy: page(() => import("../features/exam/sheet/sheet-page.tsx"), "SheetPage") },
  { path: "*", element: <NotFoundPage /> },
];

/** The app's addresses and their pages; what the landing does without is loaded when it is opened. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Spinner label="Loading…" />,
    // A page that fails leaves the header where it is.
    children: [{ errorElement: <ErrorPage />, children: pages }],
  },
];
