import { describe, expect, inject, test } from "vitest";
import { findWebKit } from "../../engines/webkit.mjs";
import { chooseFreePlanFor, createEmail, createLearner, fetchCode, password } from "../../support/learner.ts";
import { openFileWebKit } from "./support/webkit.ts";

const appUrl = inject("appUrl");

describe.skipIf(!findWebKit())("in WebKitGTK", () => {
  const openWebKit = openFileWebKit("without sound");

  test("the app shows plans, log-in, sign-up and a 404 page to a visitor, and redirects from pages that need a log-in", async () => {
    const { screen } = await openWebKit();
    await screen.open(appUrl);
    for (const plan of ["Free", "Plus", "Pro", "Premium"]) await screen.shows(["heading", plan]);
    await screen.shows(["link", "Log in"], ["link", "Sign up"]);
    await screen.open(`${appUrl}/login`);
    await screen.shows(["heading", "Log in"], ["link", "Forgot password?"], ["button", "Continue with Google"]);
    await screen.click("button", "Log in");
    await screen.showsText("Please enter your password");
    await screen.open(`${appUrl}/signup`);
    await screen.shows(["textbox", "Full name"], ["textbox", "Email"], ["password", "Password"]);
    await screen.click("button", "Create Account");
    await screen.showsText("Please enter your full name");
    await screen.open(`${appUrl}/nowhere`);
    await screen.shows(["heading", "Oops! Page not found"], ["link", "Return to Home"]);
    for (const path of ["/pricing", "/language", "/profile", "/support", "/payment-success", "/topic/example-1"]) {
      await screen.open(appUrl + path);
      await screen.shows(["heading", "Log in"]);
      expect(await screen.path()).toBe("/login");
    }
    // The app logs the 404 on purpose.
    expect((await screen.problems()).filter((problem) => !problem.includes("/nowhere"))).toEqual([]);
  });

  test("a learner resets a forgotten password", async () => {
    const { screen } = await openWebKit();
    const { email, name, tokens } = await createLearner(appUrl);
    await chooseFreePlanFor(appUrl, tokens.AccessToken);
    await screen.open(`${appUrl}/forgot-password`);
    await screen.shows(["heading", "Forgot password?"], ["link", "Back to Login"]);
    await screen.fill("textbox", "Email", email);
    await screen.click("button", "Send Verification Code");
    await screen.shows(["heading", "Check Your Email"], ["button", "Request New Code"], ["link", "Back to Login"]);
    await screen.click("button", "Enter code");
    await screen.shows(["heading", "Enter your code"]);
    await screen.fill("textbox", "Verification code", await fetchCode(appUrl, email));
    await screen.shows(["heading", "New password"]);
    await screen.hasValue("textbox", "Email", email);
    await screen.fill("password", "New password", "a new password");
    await screen.fill("password", "Confirm password", "a new password");
    await screen.click("button", "Update password");
    await screen.shows(["heading", `Welcome, ${name}`]);
    expect(await screen.problems()).toEqual([]);
  });

  test("the app shows sign-up, plans, home, support and profile to a new learner", async () => {
    const { screen } = await openWebKit();
    const email = createEmail();
    await screen.open(`${appUrl}/signup`);
    await screen.fill("textbox", "Full name", "Asha Rai");
    await screen.fill("textbox", "Email", email);
    await screen.fill("password", "Password", password);
    await screen.click("button", "Create Account");
    await screen.shows(["heading", "Check Your Email"], ["button", "Resend Code"]);
    await screen.fill("textbox", "Verification code", await fetchCode(appUrl, email));
    await screen.shows(["heading", "Choose Your Plan"], ["button", "Choose Plus"], ["button", "Choose Premium"]);
    await screen.click("button", "Get Started");
    await screen.shows(["heading", "Welcome, Asha Rai"]);
    await screen.showsText("Seeing a doctor about a cough");
    await screen.open(`${appUrl}/support`);
    await screen.shows(["heading", "Support"], ["textbox", "Title"], ["button", "Send"]);
    await screen.open(`${appUrl}/profile`);
    await screen.shows(["heading", "Profile Settings"], ["heading", "Personal Information"], ["textbox", "Full name"]);
    await screen.click("tab", "Account");
    await screen.showsText("Theme Preference");
    await screen.click("tab", "Security");
    await screen.shows(["heading", "Danger Zone"]);
    await screen.click("tab", "Plan");
    await screen.shows(["heading", "Subscription Management"]);
    await screen.open(`${appUrl}/topic/emp-1`);
    await screen.shows(["heading", "Error Loading Scenario"], ["button", "Go Back"]);
    expect(await screen.problems()).toEqual([]);
  });

  test("the app shows payment, languages, home and the plan to a paying learner", async () => {
    const { screen } = await openWebKit();
    const { email } = await createLearner(appUrl);
    await screen.open(`${appUrl}/login`);
    await screen.fill("textbox", "Email", email);
    await screen.fill("password", "Password", password);
    await screen.click("button", "Log in");
    await screen.click("button", "Choose Plus");
    await screen.click("button", "Pay");
    await screen.shows(["heading", "Payment Successful"]);
    await screen.showsText("Active");
    await screen.click("button", "Select Your Language Now");
    await screen.shows(["heading", "Select Your Language"], ["button", "Continue"]);
    await screen.fill("combobox", "Language", "Nepali");
    await screen.click("option", { with: "Nepali" });
    await screen.click("button", "Continue");
    await screen.shows(["heading", "Welcome, Asha Rai"]);
    await screen.click("button", "Filter by topic");
    await screen.showsText("Employment");
    await screen.open(`${appUrl}/profile?tab=plan`);
    await screen.shows(["button", "Cancel plan"], ["button", "Customer Portal"]);
    expect(await screen.problems()).toEqual([]);
  });
});
