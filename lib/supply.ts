import type { UserPool } from "aws-cdk-lib/aws-cognito";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { type TableName, tableNames } from "../domain/tables.ts";
import type { Needs, TableAction } from "./needs.ts";

/** What signing access to the content takes. */
export type ContentSigning = { origin: string; keyPairId: string; privateKey: Secret };

/** What there is to give to handlers. What comes later in the stack is not there yet for what comes before. */
export type Supplies = {
  appOrigin: string;
  tables: Readonly<Record<TableName, TableV2>>;
  userPool?: UserPool;
  contentSigning?: ContentSigning;
};

/** The environment and the permissions of one handler. */
export type Supply = { environment: Record<string, string>; statements: PolicyStatement[] };

function supplyTable(name: TableName, actions: readonly TableAction[], table: TableV2): Supply {
  return {
    environment: { [`${name.toUpperCase()}_TABLE`]: table.tableName },
    statements: [
      new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources: [table.tableArn] }),
    ],
  };
}

function supplyUserPool(actions: readonly string[], userPool: UserPool): Supply {
  return {
    environment: { USER_POOL_ID: userPool.userPoolId },
    statements: [
      new PolicyStatement({
        actions: actions.map((action) => `cognito-idp:${action}`),
        resources: [userPool.userPoolArn],
      }),
    ],
  };
}

function supplyContentSigning({ origin, keyPairId, privateKey }: ContentSigning): Supply {
  return {
    environment: {
      CONTENT_ORIGIN: origin,
      CONTENT_KEY_PAIR_ID: keyPairId,
      CONTENT_KEY_SECRET: privateKey.secretArn,
    },
    statements: [
      new PolicyStatement({ actions: ["secretsmanager:GetSecretValue"], resources: [privateKey.secretArn] }),
    ],
  };
}

function present<Value>(value: Value | undefined, name: keyof Supplies): Value {
  if (value === undefined) throw new Error(`A handler needs "${name}", which is made later in the stack`);
  return value;
}

/** Turns what a handler needs into its environment and its permissions, and no more. */
export function supply(needs: Needs, supplies: Supplies): Supply {
  const parts: Supply[] = tableNames.flatMap((name) => {
    const actions = needs.tables?.[name];
    return actions ? [supplyTable(name, actions, supplies.tables[name])] : [];
  });
  if (needs.userPool) parts.push(supplyUserPool(needs.userPool, present(supplies.userPool, "userPool")));
  if (needs.contentSigning) parts.push(supplyContentSigning(present(supplies.contentSigning, "contentSigning")));
  if (needs.appOrigin) parts.push({ environment: { APP_ORIGIN: supplies.appOrigin }, statements: [] });
  return {
    environment: Object.assign({}, ...parts.map(({ environment }) => environment)),
    statements: parts.flatMap(({ statements }) => statements),
  };
}
