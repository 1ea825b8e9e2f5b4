import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaFile, stageDirectory, stageSchema } from "../../lib/stages.ts";

writeFileSync(join(stageDirectory, schemaFile), stageSchema());
