import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createStageSchema, schemaFile, stageDirectory } from "../../lib/stages.ts";

writeFileSync(join(stageDirectory, schemaFile), createStageSchema());
