import type { SendOutcome, OutboundMessage, Provider } from '../../shared/platform/provider/port';
import { dieNow } from './mortal-handler';

/**
 * What the provider does with the next message: an answer; `die` is a handler that ends before the provider has the
 * message, `dieAfterTaking` one that ends before the answer is in; `break` is an adapter that throws.
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
  /** What it has, in the order in which it took it: accepted, and taken without an answer. */
  readonly taken: OutboundMessage[];
  /** Everything that was handed to it, whatever it did with it. */
  readonly asked: OutboundMessage[];
  /** Steps for the next messages, one each; without any, messages are accepted as `sim_1`, `sim_2` … */
  script(...steps: ProviderStep[]): void;
  /** Forgets the steps that were not used. */
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
