import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createPermissionsPage } from "./permissions-page.ts";
import { root, synthesise } from "./synthesise.ts";

writeFileSync(join(root, "docs/permissions.md"), createPermissionsPage(synthesise()));
