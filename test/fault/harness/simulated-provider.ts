import type { SendOutcome, OutboundMessage, Provider } from '../../../shared/platform/provider/port';
import { REFUSED, UNAVAILABLE, UNKNOWN } from '../../support/sending/scripted-provider';
import { pickWeighted } from '../../support/run/seeded-random';
import { latency } from './faulty-document-client';
import type { Mix, ProviderFault } from './mix';
import { currentProcess, type Simulation } from './simulation';

/** Message that the provider has. */
export interface Taken {
  /** Id that the provider gave it. */
  providerMessageId: string;
  message: OutboundMessage;
  /** Time at which it took the message, by the clock of the simulation. */
  atMs: number;
  /** Step of the request, which may be long before. */
  askedAtStep: number;
  /** Step at which the process of the hand-over began. */
  processStartedAtStep: number;
}

const LONGEST_HANG_MS = 45_000;
/** Longest time from the decision to hand over to the hand-over, without jumps of clocks and slow calls. */
export const PROVIDER_TAKES_AT_MOST_MS = 60_000;

/** Provider that refuses, is unavailable, loses requests and answers, breaks and hangs, and remembers what it took. */
export class SimulatedProvider implements Provider {
  readonly taken: Taken[] = [];

  /** Fault that every request meets at present, or every one of a number. */
  outage: { fault: ProviderFault; number?: string | undefined } | undefined;
  /** Number of hand-overs that have no answer yet. */
  underWay = 0;
  /** Acts that wait for the next hand-over, to happen before its answer. */
  private readonly awaited: Array<() => void> = [];

  /** Does this during the next hand-over. */
  duringNextHandOver(act: () => void): void {
    this.awaited.push(act);
  }

  constructor(private readonly options: { simulation: Simulation; mix: () => Mix }) {}

  async send(message: OutboundMessage): Promise<SendOutcome> {
    const { simulation, mix } = this.options;
    const asked = {
      askedAtStep: simulation.step,
      processStartedAtStep: currentProcess()?.startedAtStep ?? 0,
    };
    const fault = this.pickFault(message);
    const isHanging = fault === 'hangs' || fault === 'hangsAfterTaking';
    const answerMs = isHanging ? simulation.random() * LONGEST_HANG_MS : latency(simulation, mix());
    this.underWay += 1;
    const acts = this.awaited.splice(0);
    simulation.after(0, () => acts.forEach((act) => act()));
    // The caller may die before the answer.
    simulation.after(answerMs, () => void (this.underWay -= 1));
    return simulation.call(`hand over ${message.messageId}`, answerMs, async () => {
      if (fault !== 'accept') simulation.note(`  ${fault}: ${message.messageId}`);
      return this.answer(message, fault, asked);
    });
  }

  /** Fails as often as `send` does, and takes nothing. */
  async check(message: Pick<OutboundMessage, 'messageId' | 'from'>): Promise<SendOutcome> {
    const { simulation, mix } = this.options;
    const fault = this.pickFault(message);
    return simulation.call(`check ${message.messageId}`, latency(simulation, mix()), async () => {
      switch (fault) {
        case 'accept':
          return { outcome: 'accepted', providerMessageId: 'sim_check' };
        case 'refuse':
          return REFUSED;
        case 'unavailable':
          return UNAVAILABLE;
        default:
          return UNKNOWN;
      }
    });
  }

  private pickFault({ from }: Pick<OutboundMessage, 'from'>): ProviderFault {
    const { simulation, mix } = this.options;
    const { outage } = this;
    if (outage && (outage.number ?? from) === from) return outage.fault;
    return pickWeighted(simulation.random, mix().provider);
  }

  private answer(
    message: OutboundMessage,
    fault: ProviderFault,
    asked: Pick<Taken, 'askedAtStep' | 'processStartedAtStep'>,
  ): SendOutcome {
    const take = () => {
      const atMs = this.options.simulation.now().getTime();
      const providerMessageId = `sim_${this.taken.length + 1}`;
      this.taken.push({ providerMessageId, message, atMs, ...asked });
      return providerMessageId;
    };
    switch (fault) {
      case 'accept':
        return { outcome: 'accepted', providerMessageId: take() };
      case 'refuse':
        return REFUSED;
      case 'unavailable':
        return UNAVAILABLE;
      case 'lostRequest':
      case 'hangs':
        return UNKNOWN;
      case 'lostAnswer':
      case 'hangsAfterTaking':
        take();
        return UNKNOWN;
      case 'breaks':
        take();
        throw new Error('Injected: the adapter broke');
    }
  }
}
