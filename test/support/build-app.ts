import { buildWebIfStale } from "../../local/build-web.ts";
import { withProgress } from "../../local/setup.mjs";

await buildWebIfStale((build) => withProgress("Building the web app", build));
