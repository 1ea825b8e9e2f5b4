/** A default quota of AWS, for example for an account and region, for a table or for a distribution. */
export type Quota = {
  service: string;
  name: string;
  code?: string;
  limit: number;
  unit: string;
  /** The action to take before the quota is reached. */
  advice: string;
  /** The demand of one practising learner, in `unit`. */
  demandPerLearner: number;
};
