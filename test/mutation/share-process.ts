import { inject } from "vitest";
import { cloud } from "./cloud-of-process.ts";

// The value from the configuration is empty, because no cloud has started when Vitest reads the configuration.
Object.assign(inject("cloud"), cloud);
