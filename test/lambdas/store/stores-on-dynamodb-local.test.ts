import { dynamodbLocal } from "./databases.ts";
import { describeStores } from "./describe-stores.ts";

describeStores(dynamodbLocal);
