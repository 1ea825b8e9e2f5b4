import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";
import {
  cancelDeletion,
  createArn,
  deleteSecret,
  findSecret,
  requireSecret,
  requireUsableSecret,
  type Secret,
  SecretsManagerError,
  scheduleDeletion,
  storeVersion,
} from "./secrets.ts";

const SecretString = z.string().check(z.minLength(1), z.maxLength(65_536));
const SecretId = z.string().check(z.minLength(1), z.maxLength(2048));
// The SDK creates the token, and sends it again in a retry. The token becomes the id of the version.
const Token = z.optional(z.string().check(z.minLength(32), z.maxLength(64)));
const SecretName = z.string().check(z.regex(/^[\w/+=.@-]{1,512}$/));
const GetInput = z.strictObject({ SecretId, VersionStage: z.optional(z.literal("AWSCURRENT")) });
const Description = z.optional(z.string().check(z.maxLength(2048)));
const CreateInput = z.strictObject({ Name: SecretName, Description, SecretString, ClientRequestToken: Token });
const PutInput = z.strictObject({ SecretId, SecretString, ClientRequestToken: Token });
const IdInput = z.strictObject({ SecretId });
const DeleteInput = z.strictObject({
  SecretId,
  RecoveryWindowInDays: z.optional(z.int().check(z.minimum(7), z.maximum(30))),
  ForceDeleteWithoutRecovery: z.optional(z.boolean()),
});

const dayMs = 86_400_000;
const defaultRecoveryDays = 30;

const isSameAttempt = (secret: Secret, value: string, token: string | undefined) =>
  secret.version_id === token && secret.value === value;

function refuseTakenName({ name, deletion_ms }: Secret): never {
  if (deletion_ms === null) {
    const message = `The operation failed because the secret ${name} already exists.`;
    throw new SecretsManagerError("ResourceExistsException", message);
  }
  const message = "You can't create this secret because a secret with this name is already scheduled for deletion.";
  throw new SecretsManagerError("InvalidRequestException", message);
}

/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_DeleteSecret.html */
function handleDelete(state: DatabaseSync, input: unknown): object {
  const { SecretId: id, RecoveryWindowInDays: days, ForceDeleteWithoutRecovery: isForced } = DeleteInput.parse(input);
  if (isForced && days !== undefined) {
    const message = "You can't use ForceDeleteWithoutRecovery in conjunction with RecoveryWindowInDays.";
    throw new SecretsManagerError("InvalidParameterException", message);
  }
  const now = Date.now();
  if (isForced) {
    // A forced deletion of a missing secret is not an error.
    const secret = findSecret(state, id);
    if (secret) deleteSecret(state, secret);
    return { ARN: secret?.arn ?? id, Name: secret?.name ?? id, DeletionDate: now / 1000 };
  }
  const secret = requireUsableSecret(state, id);
  const deletionMs = now + (days ?? defaultRecoveryDays) * dayMs;
  scheduleDeletion(state, secret, deletionMs);
  return { ARN: secret.arn, Name: secret.name, DeletionDate: deletionMs / 1000 };
}

type Operation = (state: DatabaseSync, input: unknown) => object;

export const operations: Readonly<Record<string, Operation>> = {
  GetSecretValue: (state, input) => {
    const { arn, name, version_id, value, created_ms } = requireUsableSecret(state, GetInput.parse(input).SecretId);
    const current = { VersionId: version_id, VersionStages: ["AWSCURRENT"], CreatedDate: created_ms / 1000 };
    return { ARN: arn, Name: name, SecretString: value, ...current };
  },
  CreateSecret: (state, input) => {
    const { Name, SecretString: value, ClientRequestToken: token } = CreateInput.parse(input);
    const present = findSecret(state, Name);
    if (present && (present.deletion_ms !== null || !isSameAttempt(present, value, token))) refuseTakenName(present);
    return storeVersion(state, present ?? { name: Name, arn: createArn(Name) }, value, token);
  },
  PutSecretValue: (state, input) => {
    const { SecretId: id, SecretString: value, ClientRequestToken: token } = PutInput.parse(input);
    const present = requireUsableSecret(state, id);
    if (present.version_id === token && present.value !== value) {
      const message = `A resource with the ID ${token} already exists.`;
      throw new SecretsManagerError("ResourceExistsException", message);
    }
    return { ...storeVersion(state, present, value, token), VersionStages: ["AWSCURRENT"] };
  },
  DescribeSecret: (state, input) => {
    const { arn, name, version_id, created_ms, deletion_ms } = requireSecret(state, IdInput.parse(input).SecretId);
    const deleted = deletion_ms === null ? {} : { DeletedDate: deletion_ms / 1000 };
    const versions = { VersionIdsToStages: { [version_id]: ["AWSCURRENT"] } };
    return { ARN: arn, Name: name, CreatedDate: created_ms / 1000, ...versions, ...deleted };
  },
  DeleteSecret: handleDelete,
  RestoreSecret: (state, input) => {
    const secret = requireSecret(state, IdInput.parse(input).SecretId);
    cancelDeletion(state, secret);
    return { ARN: secret.arn, Name: secret.name };
  },
};
