import { dynalite } from "./databases.ts";
import { describeStores } from "./describe-stores.ts";

describeStores(dynalite);
