/** Every address of the app. */
export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  forgotPassword: "/forgot-password",
  verify: "/otp-verification",
  newPassword: "/new-password",
  pricing: "/pricing",
  language: "/language",
  profile: "/profile",
  profilePlan: "/profile?tab=plan",
  support: "/support",
  paymentSuccess: "/payment-success",
  topic: (scenarioId: string) => `/topic/${encodeURIComponent(scenarioId)}`,
} as const;

/** The pattern under which the practice screen is mounted. */
export const topicPattern = "/topic/:scenarioId";
