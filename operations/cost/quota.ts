/** A default quota of AWS for an account and region, or for a table. */
export type Quota = {
  service: string;
  /** The name in Service Quotas. */
  name: string;
  code?: string;
  limit: number;
  unit: string;
  /** The action to take before the quota is reached. */
  advice: string;
  /** The demand of one practising learner, in `unit`. */
  demandPerLearner: number;
};
