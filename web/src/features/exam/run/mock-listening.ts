import * as z from "zod/mini";
import { openLocalChoice } from "../../../browser/local-choice.ts";
import { stored } from "../../../browser/stored.ts";

/** Whether mock exams in this browser are heard through headphones or speakers. */
export const mockListening = openLocalChoice(stored.mockListening, z.enum(["headphones", "speakers"]), "headphones");
