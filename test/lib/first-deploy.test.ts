import { expect, test } from "vitest";
import { readTemplate } from "./cloudformation/template.ts";
import { findResource, synthesise } from "./support/synthesise.ts";

const template = synthesise("prod");
const { resources, dependencies } = readTemplate(template.toJSON());

function createRounds(): string[][] {
  const rounds: string[][] = [];
  const created = new Set<string>();
  while (created.size < resources.size) {
    const round = [...resources.keys()].filter(
      (id) => !created.has(id) && [...(dependencies.get(id) ?? [])].every((needed) => created.has(needed)),
    );
    for (const id of round) created.add(id);
    rounds.push(round);
  }
  return rounds;
}

/*
 * API Gateway's quota is ten management calls a second for an account:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html (read on 2026-11-25)
 */
test("a first deploy creates at most ten API Gateway resources at once if all creations take equally long", () => {
  const counts = createRounds().map(
    (round) => round.filter((id) => resources.get(id)?.Type.startsWith("AWS::ApiGateway")).length,
  );
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  // Few rounds keep a deploy short.
  expect(counts.length).toBeLessThan(40);
});

/*
 * A new firewall is not available immediately:
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_AssociateWebACL.html
 * The association waits for the distribution, whose creation takes minutes.
 */
test("a first deploy creates the firewall immediately, and attaches it after creating the distribution", () => {
  const association = findResource(template, "AWS::WAFv2::WebACLAssociation");
  expect(association.dependsOn).toContain(findResource(template, "AWS::CloudFront::Distribution").id);
  const rules = findResource(template, "AWS::WAFv2::WebACL");
  expect(createRounds()[0]).toContain(rules.id);
});
