/** Result of a workload, with what it requested. */
export interface Outcome {
  asked: number;
  reached: number;
  unit: string;
  /** True: the target is met. */
  isMet: boolean;
  notes: string[];
  /** Number of texts that the provider took, for the price of a thousand. */
  texts: number;
}
