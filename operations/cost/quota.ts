export type Quota = {
  service: string;
  name: string;
  code?: string;
  limit: number;
  unit: string;
  advice: string;
  /** The demand of one practising learner, in `unit`. */
  demandPerLearner: number;
};
