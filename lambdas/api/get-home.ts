import type { Account } from "../../domain/accounts/account.ts";
import { newestMarkedAttempt, remainingMarkings } from "../../domain/exam/deciding-marking.ts";
import type { ExamAttemptPage } from "../../domain/exam/exam-attempt.ts";
import { type Home, homeRoutes } from "../../domain/home/home-routes.ts";
import { signGrants } from "../files/content-grants.ts";
import { type AccountServices, readAccount } from "../home/read-account.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import {
  accountProviders,
  completedScenarios,
  contentSigner,
  examAttempts,
  examMarkings,
  progress,
} from "../services.ts";

const providers = {
  ...accountProviders,
  completedScenarios: pickMethods(completedScenarios, "page"),
  contentSigner,
  examAttempts: pickMethods(examAttempts, "page"),
  examMarkings: pickMethods(examMarkings, "list"),
  progress: pickMethods(progress, "page"),
};
type Services = ProvidedServices<Omit<typeof providers, keyof AccountServices>> & AccountServices;

async function readPractice(userId: string, account: Promise<Account>, services: Services): Promise<Home["practice"]> {
  const signAll = async () => {
    const { profile, subscription } = await account;
    return signGrants(subscription, [profile.language_preference], services);
  };
  const [grants, progress, completed] = await Promise.all([
    signAll(),
    services.progress.page(userId),
    services.completedScenarios.page(userId),
  ]);
  return { grants, progress, completed };
}

/** With more markings and a full page of each list, the response could exceed Lambda's limit of 6 MB. */
const maxMarkingsAtHome = 2;

async function readLastMarked(
  userId: string,
  { attempts }: ExamAttemptPage,
  { examMarkings }: Services,
): Promise<Home["last_marked"]> {
  const last = newestMarkedAttempt(attempts);
  if (!last || last.markings.length > maxMarkingsAtHome) return null;
  const markings = await examMarkings.list({ userId, attemptId: last.attempt_id });
  return { attempt_id: last.attempt_id, markings: remainingMarkings(last, markings) };
}

async function readExams(userId: string, services: Services): Promise<Pick<Home, "exams" | "last_marked">> {
  const exams = await services.examAttempts.page(userId);
  return { exams, last_marked: await readLastMarked(userId, exams, services) };
}

/** Why: docs/decisions/0151-one-request-for-home.md */
export async function getHome(
  { caller, params }: Pick<RouteCall<"get-home">, "caller" | "params">,
  services: Services,
): Promise<Home> {
  const { userId } = caller;
  const reading = readAccount(caller, services);
  const [account, exams, practice] = await Promise.all([
    reading,
    readExams(userId, services),
    params.practice === "none" ? undefined : readPractice(userId, reading, services),
  ]);
  return { account, ...exams, ...(practice && { practice }) };
}

export const handler = onLearnerHttp(homeRoutes, "get-home", getHome, providers);
