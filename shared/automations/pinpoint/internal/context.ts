import type { PinpointOptions } from '../pinpoint-options';
import type { Findings } from './findings';

/** Context of every step of the translation. */
export interface Context {
  findings: Findings;
  options: PinpointOptions;
}
