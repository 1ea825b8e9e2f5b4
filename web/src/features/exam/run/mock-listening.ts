import * as z from "zod/mini";
import { openLocalChoice } from "../../../browser/local-choice.ts";
import { stored } from "../../../browser/stored.ts";

/** What mock exams in this browser are heard with. */
export const mockListening = openLocalChoice(stored.mockListening, z.enum(["headphones", "speakers"]), "headphones");
