import type { SendOutcome, OutboundMessage, Provider } from '../../../shared/platform/provider/port';
import { dieNow } from '../faults/mortal-handler';

/**
 * Provider's reaction to the next message: an answer; `die` ends the handler before the provider has the message,
 * `dieAfterTaking` before the answer arrives; `break` makes the adapter throw.
 */
export type ProviderStep = SendOutcome | 'die' | 'dieAfterTaking' | 'break';

export const REFUSED: SendOutcome = {
  outcome: 'refused',
  errorType: 'invalid_number',
  errorMessage: 'No such number.',
};
export const UNAVAILABLE: SendOutcome = { outcome: 'unavailable', retryAfterSeconds: 1 };
export const UNKNOWN: SendOutcome = { outcome: 'unknown' };

export interface ScriptedProvider extends Provider {
  /** Messages that it has, in the order in which it took them: accepted, and taken without an answer. */
  readonly taken: OutboundMessage[];
  /** Every message that was handed to it, whatever its reaction. */
  readonly asked: OutboundMessage[];
  /** Sets steps for the next messages, one each; without any, messages are accepted as `sim_1`, `sim_2` … */
  script(...steps: ProviderStep[]): void;
  /** Discards the steps that were not used. */
  reset(): void;
}

export function createScriptedProvider(): ScriptedProvider {
  const taken: OutboundMessage[] = [];
  const asked: OutboundMessage[] = [];
  const steps: ProviderStep[] = [];
  return {
    taken,
    asked,
    script: (...more) => void steps.push(...more),
    reset: () => void steps.splice(0),
    send: async (message) => {
      asked.push(message);
      const step = steps.shift() ?? { outcome: 'accepted', providerMessageId: `sim_${taken.length + 1}` };
      if (step === 'break') throw new Error('The adapter is broken');
      if (step === 'die') dieNow();
      if (step === 'dieAfterTaking') {
        taken.push(message);
        dieNow();
      }
      if (step.outcome === 'accepted' || step.outcome === 'unknown') taken.push(message);
      return step;
    },
  };
}
