import { chooseFreePlanFor, createLearner, type Learner } from "../../../support/learner.ts";
import type { Screen } from "./screen.ts";

export async function logInFree(screen: Screen, appUrl: string): Promise<Learner> {
  const learner = await createLearner(appUrl);
  const { email, password, name, tokens } = learner;
  await chooseFreePlanFor(appUrl, tokens.AccessToken);
  await screen.open(`${appUrl}/login`);
  await screen.fill("textbox", "Email", email);
  await screen.fill("password", "Password", password);
  await screen.click("button", "Log in");
  await screen.shows(["heading", `Welcome, ${name}`]);
  return learner;
}

export async function openDialogue(screen: Screen, title: string): Promise<void> {
  await screen.click("link", { with: title });
  await screen.click("button", "Turn on microphone");
  await screen.showsText("Say something. The bar moves when the microphone hears you.");
  await screen.click("button", "Start practising");
}

/** Recording starts automatically at the end of the original. */
export async function skipOriginal(screen: Screen): Promise<void> {
  await screen.click("button", "Play Audio");
  await screen.press("slider", "Position", "End");
}

export async function waitUntilRecorded(screen: Screen, seconds: number): Promise<void> {
  const shown = (text: string) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  await screen.hasText("timer", "Time recorded", (text) => shown(text) >= seconds);
}

export async function finishPracticeRecording(screen: Screen, seconds: number): Promise<void> {
  await waitUntilRecorded(screen, seconds);
  await screen.click("button", "Finish Attempt");
  await screen.showsText("Recordings of this segment");
}
