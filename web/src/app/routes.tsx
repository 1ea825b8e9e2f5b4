import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { examAttemptPattern, feedbackPattern, paths, topicPattern } from "../../../domain/http/pages.ts";
import { loadAppModule } from "../reload.ts";
import { Spinner } from "../ui/spinner.tsx";
import { AccountPages, accountPages } from "./account-pages.tsx";
import { ErrorPage, NotFoundPage } from "./error-pages.tsx";
import { HomePage } from "./home-page.tsx";
import { Layout } from "./layout.tsx";

function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return async () => ({ Component: (await loadAppModule(load))[name] });
}

const pages: RouteObject[] = [
  { path: paths.home, element: <HomePage /> },
  {
    element: <AccountPages />,
    children: [
      { path: paths.login, lazy: lazyPage(accountPages.login, "LoginPage") },
      { path: paths.signup, lazy: lazyPage(accountPages.signup, "SignupPage") },
      { path: paths.verify, lazy: lazyPage(accountPages.verify, "VerifyPage") },
      { path: paths.forgotPassword, lazy: lazyPage(accountPages.forgotPassword, "ForgotPasswordPage") },
      { path: paths.newPassword, lazy: lazyPage(accountPages.newPassword, "NewPasswordPage") },
    ],
  },
  { path: paths.pricing, lazy: lazyPage(() => import("../features/plans/pricing-page.tsx"), "PricingPage") },
  {
    path: paths.paymentSuccess,
    lazy: lazyPage(() => import("../features/plans/payment-success-page.tsx"), "PaymentSuccessPage"),
  },
  { path: paths.language, lazy: lazyPage(() => import("../features/language/language-page.tsx"), "LanguagePage") },
  { path: paths.profile, lazy: lazyPage(() => import("../features/profile/profile-page.tsx"), "ProfilePage") },
  {
    path: paths.progress,
    lazy: lazyPage(() => import("../features/progress-page/progress-page.tsx"), "ProgressPage"),
  },
  { path: paths.support, lazy: lazyPage(() => import("../features/support/support-page.tsx"), "SupportPage") },
  { path: paths.glossary, lazy: lazyPage(() => import("../features/glossary/glossary-page.tsx"), "GlossaryPage") },
  { path: feedbackPattern, lazy: lazyPage(() => import("../features/profile/feedback-page.tsx"), "FeedbackPage") },
  { path: paths.inbox, lazy: lazyPage(() => import("../features/inbox/inbox-page.tsx"), "InboxPage") },
  { path: paths.privacy, lazy: lazyPage(() => import("../features/legal/privacy-page.tsx"), "PrivacyPage") },
  { path: paths.terms, lazy: lazyPage(() => import("../features/legal/terms-page.tsx"), "TermsPage") },
  { path: paths.contact, lazy: lazyPage(() => import("../features/legal/contact-page.tsx"), "ContactPage") },
  { path: topicPattern, lazy: lazyPage(() => import("../features/practice/practice-page.tsx"), "PracticePage") },
  { path: paths.review, lazy: lazyPage(() => import("../features/review/review-page.tsx"), "ReviewPage") },
  { path: paths.exam, lazy: lazyPage(() => import("../features/exam/exam-page.tsx"), "ExamPage") },
  {
    path: paths.examRun,
    lazy: lazyPage(() => import("../features/exam/session/exam-session-page.tsx"), "ExamSessionPage"),
  },
  { path: examAttemptPattern, lazy: lazyPage(() => import("../features/exam/sheet/sheet-page.tsx"), "SheetPage") },
  { path: "*", element: <NotFoundPage /> },
];

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Spinner label="Loading…" />,
    // An error in a page leaves the header in place.
    children: [{ errorElement: <ErrorPage />, children: pages }],
  },
];
