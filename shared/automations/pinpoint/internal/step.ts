import type { ConditionInput } from '../../../audience/segments/audience';
import type { Wait } from './duration';

/** Step of an automation as a request has it. */
export type Step = { wait: Wait } | { send: { body: string } } | { stopUnless: ConditionInput };
