import {
  DeleteParameterCommand,
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
} from "@aws-sdk/client-ssm";
import * as z from "zod/mini";
import type { Deployment, Step } from "../stage/deployment.ts";
import { fetchCaller } from "./checks/account.ts";

const Deploy = z.object({ commit: z.string(), at: z.iso.datetime(), by: z.string() });
/** `by` is the operator's ARN, possibly cut off. */
export type Deploy = z.infer<typeof Deploy>;
const Deploys = z.array(Deploy);

/** All records are in one standard SSM parameter, which can have at most 4 KB. */
const keptDeploys = 8;
const maxOperatorCharacters = 200;

const parameterName = (stage: string) => `/parlance/${stage}/deploys`;

/** Newest first. A missing or malformed parameter counts as empty. */
export async function readDeploys({ aws, stage }: Pick<Deployment, "aws" | "stage">): Promise<Deploy[]> {
  try {
    const { Parameter } = await aws.ssm.send(new GetParameterCommand({ Name: parameterName(stage) }));
    return Deploys.parse(JSON.parse(Parameter?.Value ?? ""));
  } catch (error) {
    if (error instanceof ParameterNotFound || error instanceof SyntaxError || error instanceof z.core.$ZodError) {
      return [];
    }
    throw error;
  }
}

export async function deleteDeploys({ aws, stage }: Pick<Deployment, "aws" | "stage">): Promise<void> {
  try {
    await aws.ssm.send(new DeleteParameterCommand({ Name: parameterName(stage) }));
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
  }
}

/**
 * If the commit is already recorded, its record and all later records are removed, so that each further rollback goes
 * back one more deploy.
 */
export function addDeploy(deploys: readonly Deploy[], newest: Deploy): Deploy[] {
  const known = deploys.findIndex(({ commit }) => commit === newest.commit);
  return [newest, ...deploys.slice(known + 1)].slice(0, keptDeploys);
}

/** The deploy lock excludes concurrent deploys. */
export const recordDeploy: Step = {
  name: "Record",
  run: async (deployment) => {
    const { aws, stage, commit } = deployment;
    const by = (await fetchCaller(deployment)).arn.slice(0, maxOperatorCharacters);
    const Value = JSON.stringify(
      addDeploy(await readDeploys(deployment), { commit, at: new Date().toISOString(), by }),
    );
    const about = { Description: "Finished deploys, newest first", Type: "String", Overwrite: true } as const;
    await aws.ssm.send(new PutParameterCommand({ Name: parameterName(stage), Value, ...about }));
    return `commit ${commit}`;
  },
};
