import type { GuardedClient } from '../../shared/platform/outgoing/guarded-client';
import type { Simulation } from '../fault/harness/simulation';

/** Request that a receiver got. */
export interface Arrival {
  eventId: string;
  accountId: string;
  /** Simulated milliseconds between the cause of the event and the request. */
  lateMs: number;
  /** Simulated milliseconds since the run began. */
  atMs: number;
}

/** Servers of accounts that accept every webhook after a fixed time. */
export class ReceiverModel {
  readonly arrivals: Arrival[] = [];

  constructor(
    private readonly options: {
      simulation: Simulation;
      answerMs: number;
      /** Has the sender's processor do the work of a webhook. @returns milliseconds until it has */
      work: () => number;
    },
  ) {}

  /** Opens a client as the worker of deliveries does. */
  open(): GuardedClient {
    const { simulation, answerMs, work } = this.options;
    return {
      request: (url, { body }) =>
        simulation.call('webhook', work() + answerMs, async () => {
          this.take(String(body));
          return { outcome: 'answered', status: 200, headers: {}, body: Buffer.of(), isCut: false, url };
        }),
      close: () => undefined,
    };
  }

  private take(payload: string): void {
    const { simulation } = this.options;
    const { id, accountId, time } = JSON.parse(payload) as { id: string; accountId: string; time: string };
    const lateMs = simulation.now().getTime() - Date.parse(time);
    this.arrivals.push({ eventId: id, accountId, lateMs, atMs: simulation.elapsed });
  }
}
