import { googleSecretName } from "../../../lib/names.ts";
import { type Deployment, type Finding, problem } from "../../stage/deployment.ts";
import { readSecret } from "../../stage/secrets.ts";

/** Whether both halves of sign-in through Google are there: its client's id in the stage, its secret with the operator. */
export async function checkGoogle({ aws, stage, config, given, stackName }: Deployment): Promise<Finding[]> {
  if (!config.google) {
    if (!given.googleClientSecret) return [];
    return [
      problem(`GOOGLE_CLIENT_SECRET is given, and stages/${stage}.json has no google: put the client's id there.`),
    ];
  }
  if (given.googleClientSecret || (await readSecret(aws, googleSecretName(stackName)))) return [];
  return [
    problem(
      `stages/${stage}.json has the id of a client at Google, whose secret is nowhere: put it into the environment, GOOGLE_CLIENT_SECRET=…, at the first deploy.`,
    ),
  ];
}
