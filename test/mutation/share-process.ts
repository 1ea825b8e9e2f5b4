import { inject } from "vitest";
import { cloud } from "./cloud-of-process.ts";

// The value that the configuration provides is empty: no cloud has started when Vitest reads it.
Object.assign(inject("cloud"), cloud);
