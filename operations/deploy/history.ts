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
/** A finished deploy. `by` is the ARN of the operator at AWS. */
export type Deploy = z.infer<typeof Deploy>;
const Deploys = z.array(Deploy);

/** Maximum number of recorded deploys. They are stored in one SSM parameter, which may have at most 4 KB. */
const keptDeploys = 8;
const maxOperatorCharacters = 200;

const parameterName = (stage: string) => `/parlance/${stage}/deploys`;

/** Returns the recorded deploys, newest first. An unreadable record counts as none. */
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
 * Returns the deploys with a new one. If its commit was deployed before, that deploy and all later ones are removed, so
 * that each further rollback goes back one more deploy.
 */
export function addDeploy(deploys: readonly Deploy[], newest: Deploy): Deploy[] {
  const known = deploys.findIndex(({ commit }) => commit === newest.commit);
  return [newest, ...deploys.slice(known + 1)].slice(0, keptDeploys);
}

/** Records the commit of the stack and of the web app. The deploy lock excludes other writers. */
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
