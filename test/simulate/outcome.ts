/** What a workload asked for and what it got. */
export interface Outcome {
  asked: number;
  reached: number;
  unit: string;
  /** Whether the target is met. */
  isMet: boolean;
  notes: string[];
  /** Texts that the provider took, for the price of a thousand. */
  texts: number;
}
