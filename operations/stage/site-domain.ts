import { type DomainAssociation, GetDomainAssociationCommand, NotFoundException } from "@aws-sdk/client-amplify";
import type { Deployment } from "./deployment.ts";

export async function findSiteDomain(
  { aws }: Pick<Deployment, "aws">,
  appId: string,
  domainName: string,
): Promise<DomainAssociation | null> {
  try {
    const found = await aws.amplify.send(new GetDomainAssociationCommand({ appId, domainName }));
    return found.domainAssociation ?? null;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}
