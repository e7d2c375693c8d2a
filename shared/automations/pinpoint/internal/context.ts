import type { PinpointOptions } from '../pinpoint-options';
import type { Findings } from './findings';

/** What every step of the translation needs. */
export interface Context {
  findings: Findings;
  options: PinpointOptions;
}
