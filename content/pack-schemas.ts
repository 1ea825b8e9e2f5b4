import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { ScenarioList, SegmentList, TopicList } from "../domain/content/pack.ts";
import { Script } from "./authoring/script-source.ts";

const schemas = {
  "topic-list": { title: "{language}/metadata.json", schema: TopicList },
  "scenario-list": { title: "{language}/{topic}/metadata.json", schema: ScenarioList },
  "segment-list": { title: "{language}/{topic}/{scenario}/metadata.json", schema: SegmentList },
  script: { title: "scripts/{language}/{topic}/{scenario}.json", schema: Script },
};

const directory = path.join(import.meta.dirname, "..", "docs", "schemas");

export function createPackSchemas(): Map<string, object> {
  return new Map(
    Object.entries(schemas).map(([name, { title, schema }]) => [
      `${name}.schema.json`,
      { title, ...z.toJSONSchema(schema, { io: "input" }) },
    ]),
  );
}

if (import.meta.main) {
  mkdirSync(directory, { recursive: true });
  for (const [name, schema] of createPackSchemas()) {
    writeFileSync(path.join(directory, name), `${JSON.stringify(schema, null, 2)}\n`);
  }
}
