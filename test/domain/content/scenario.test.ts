import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exampleFolder,
  idPrefixOf,
  isExample,
  isIdOfTopic,
  metadataPath,
  ScenarioId,
  SegmentId,
  scenarioFolder,
  segmentId,
  topicFolder,
  topicIds,
  topicOf,
} from "../../../domain/content/scenario.ts";
import { accepts } from "../support/accepts.ts";

const topics = [
  ["emp", "employment"],
  ["bus", "business"],
  ["cons", "consumer-affairs"],
  ["health", "health"],
  ["imm", "immi-settlement"],
  ["legal", "legal"],
  ["comm", "community"],
  ["edu", "education"],
  ["fin", "financial"],
  ["house", "housing"],
  ["ins", "insurance"],
  ["soc", "social-services"],
] as const;

describe("the topic of a scenario", () => {
  test.each(topics)("with the id prefix %s- is %s", (prefix, topic) => {
    expect(topicOf(`${prefix}-1`)).toBe(topic);
    expect(topicOf(`${prefix}-120`)).toBe(topic);
  });

  test.each(topics)("determines the id prefix: %s- for %s", (prefix, topic) => {
    expect(idPrefixOf(topic)).toBe(prefix);
  });

  test("determines the id prefix: example- for the examples", () => {
    expect(idPrefixOf("example")).toBe("example");
  });

  // The rule of ids: docs/packs.md
  test.each([
    ["health-7", "health", true],
    ["health-mary", "health", true],
    ["health-ward-9", "health", false],
    ["legal-2", "health", false],
    ["emp-1", "employment", true],
    ["other-1", "employment", false],
    ["example-1", "example", true],
  ] as const)("admits the id %s in %s: %s", (id, topic, isAdmitted) => {
    expect(isIdOfTopic(id, topic)).toBe(isAdmitted);
  });

  test("has thirteen possible values, of which one is example", () => {
    expect(topicIds).toEqual([...topics.map(([, topic]) => topic), "example"]);
  });

  test.each(["example-1", "example-x", "example-", "example-emp-1"])("is example if the id is %s", (id) => {
    expect(topicOf(id)).toBe("example");
    expect(isExample(id)).toBe(true);
  });

  test.each(["example", "examples-1", "my-example-1", "Example-1", "emp-example-1"])(
    "is not example if the id is %s",
    (id) => {
      expect(topicOf(id)).not.toBe("example");
      expect(isExample(id)).toBe(false);
    },
  );

  test("is derived from the text before the last hyphen of a non-example id", () => {
    expect(topicOf("legal-aid-1")).toBe("employment");
    expect(topicOf("legal-")).toBe("legal");
  });

  test.each(["sport-1", "legal", "", "-", "-1", "EMP-1", "constructor-1", "toString-1", "__proto__-1"])(
    "is employment for the unrecognised id %j",
    (id) => {
      expect(topicOf(id)).toBe("employment");
    },
  );

  test("is a known topic for any id", () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(topicIds).toContain(topicOf(id));
      }),
    );
  });
});

describe("the path of content in the bucket", () => {
  test("puts a topic below its language", () => {
    expect(topicFolder("tamil", "legal")).toBe("tamil/legal/");
    expect(metadataPath(topicFolder("tamil", "legal"))).toBe("tamil/legal/metadata.json");
  });

  test("puts a scenario below its topic", () => {
    expect(metadataPath(scenarioFolder("tamil", "imm-3"))).toBe("tamil/immi-settlement/imm-3/metadata.json");
  });

  test("puts the examples for Tamil into the common folder nepali/example/", () => {
    expect(exampleFolder).toBe("nepali/example/");
    expect(metadataPath(topicFolder("tamil", "example"))).toBe("nepali/example/metadata.json");
    expect(metadataPath(scenarioFolder("tamil", "example-2"))).toBe("nepali/example/example-2/metadata.json");
  });

  test("stays below tamil/ for Tamil, or below nepali/ for an example", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(example-)?[a-z0-9][a-z0-9-]{0,55}$/), (id) => {
        expect(ScenarioId.safeParse(id).success).toBe(true);
        const parts = scenarioFolder("tamil", id).split("/");
        expect(parts).toHaveLength(4);
        expect(parts[0]).toBe(isExample(id) ? "nepali" : "tamil");
        expect(parts).not.toContain("..");
      }),
    );
  });
});

describe("the id schemas", () => {
  test("accept only short lower-case scenario ids without path or key separators", () => {
    for (const id of ["emp-1", "example-x", "0", "a".repeat(64)])
      expect([id, accepts(ScenarioId, id)]).toEqual([id, true]);
    const bad = ["", "-1", "Emp-1", "emp#1", "emp/1", "../emp", "emp.1", "emp 1", "emp-1\n", "emp_1", "é-1", 1, null];
    for (const id of [...bad, "a".repeat(65)]) expect([id, accepts(ScenarioId, id)]).toEqual([id, false]);
  });

  test("accept segment ids from 1 to 999", () => {
    for (const n of [1, 9, 10, 999]) expect(accepts(SegmentId, `segment-${n}`)).toBe(true);
    const bad = ["segment-0", "segment-01", "segment-1000", "segment-", "segment--1", "segment-1.5", "Segment-1"];
    for (const id of [...bad, "segment-1#", "segment-1\n", "my-segment-1", "/segment-1", "1"])
      expect([id, accepts(SegmentId, id)]).toEqual([id, false]);
  });

  test("accept the ids of the segment positions 0 to 998", () => {
    expect(segmentId(0)).toBe("segment-1");
    for (let index = 0; index < 999; index++) expect(accepts(SegmentId, segmentId(index))).toBe(true);
  });
});
