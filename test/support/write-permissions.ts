/* A program that writes docs/permissions.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, synthesise } from "../lib/synthesise.ts";
import { permissionsPage } from "./permissions-page.ts";

writeFileSync(join(root, "docs/permissions.md"), permissionsPage(synthesise()));
