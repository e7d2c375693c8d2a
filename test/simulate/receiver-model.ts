import type { GuardedClient } from '../../shared/platform/outgoing/guarded-client';
import type { Simulation } from '../fault/harness/simulation';

/** A request that a receiver got. */
export interface Arrival {
  eventId: string;
  accountId: string;
  /** Simulated milliseconds between what the event tells of and the request. */
  lateMs: number;
  /** Simulated milliseconds since the run began. */
  atMs: number;
}

/** Servers of accounts that take every webhook after a fixed time. */
export class ReceiverModel {
  readonly arrivals: Arrival[] = [];

  constructor(private readonly options: { simulation: Simulation; answerMs: number }) {}

  /** A client as the worker of deliveries opens it. */
  open(): GuardedClient {
    const { simulation, answerMs } = this.options;
    return {
      request: (url, { body }) =>
        simulation.call('webhook', answerMs, async () => {
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
