import { RemovalPolicy } from "aws-cdk-lib";
import { type Attribute, AttributeType, Billing, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { type TableKeys, type TableName, tableNames, tables } from "../domain/tables.ts";
import type { StageConfig } from "./config.ts";

const attribute = (name: string): Attribute => ({ name, type: AttributeType.STRING });

const keysOf = ({ partitionKey, sortKey }: Pick<TableKeys, "partitionKey" | "sortKey">) => ({
  partitionKey: attribute(partitionKey),
  ...(sortKey === undefined ? {} : { sortKey: attribute(sortKey) }),
});

/** CloudFormation generates the names of the tables, so the tables of two stages cannot have the same name. */
export class Data extends Construct {
  readonly tables: Readonly<Record<TableName, TableV2>>;

  constructor(scope: Construct, id: string, { config }: { config: StageConfig }) {
    super(scope, id);
    const made = tableNames.map((name) => [name, this.#table(name, config)] as const);
    // Object.fromEntries loses the type of the keys.
    this.tables = Object.fromEntries(made) as Record<TableName, TableV2>;
  }

  #table(name: TableName, config: StageConfig): TableV2 {
    const keys: TableKeys = tables[name];
    return new TableV2(this, name, {
      ...keysOf(keys),
      globalSecondaryIndexes: keys.indexes.map((index) => ({ indexName: index.name, ...keysOf(index) })),
      ...(keys.ttl === undefined ? {} : { timeToLiveAttribute: keys.ttl }),
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: config.deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}
