import { writeStageSchema } from "../lib/stages.ts";

writeStageSchema();
