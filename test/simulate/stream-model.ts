import { marshall } from '@aws-sdk/util-dynamodb';
import { toInsertRecord } from '../../lib/local/lambda-records';
import type { Simulation } from '../fault/harness/simulation';
import type { LambdaModel, SimulatedFunction } from './lambda-model';
import type { Limits } from './limits';

export interface Relay extends SimulatedFunction {
  batchSize: number;
  /** Concurrent invocations for each shard. */
  perShard: number;
  relay(records: object[]): Promise<'all' | string[]>;
}

interface Row {
  record: object;
  sequenceNumber: string;
  insertedAtMs: number;
}

const RETRY_MS = 1_000;

/**
 * Model of the table's stream: shards that are polled a few times a second, each read by a few concurrent invocations.
 */
export class StreamModel {
  /** Longest time between a write and its relay, in seconds. */
  slowestSeconds = 0;
  private readonly readers: Array<{ rows: Row[]; isBusy: boolean }>;
  private sequence = 0;

  constructor(
    private readonly options: { simulation: Simulation; limits: Limits; lambda: LambdaModel; relay: Relay },
  ) {
    const count = options.limits.streamShards * options.relay.perShard;
    this.readers = Array.from({ length: count }, () => ({ rows: [], isBusy: false }));
  }

  get depth(): number {
    return this.readers.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  insert(item: Record<string, unknown>): void {
    const { simulation, limits } = this.options;
    const sequenceNumber = String((this.sequence += 1)).padStart(21, '0');
    const record = toInsertRecord({
      item: marshall(item, { removeUndefinedValues: true }),
      sequenceNumber,
      insertedAt: simulation.now(),
      streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/T/stream/S',
    });
    const reader = this.readers[this.sequence % this.readers.length];
    reader?.rows.push({ record, sequenceNumber, insertedAtMs: simulation.elapsed });
    simulation.after(simulation.random() * 2 * limits.streamDelayMs, () => reader && void this.read(reader));
  }

  private async read(reader: { rows: Row[]; isBusy: boolean }): Promise<void> {
    const { simulation, lambda, relay } = this.options;
    if (reader.isBusy || reader.rows.length === 0) return;
    reader.isBusy = true;
    const batch = reader.rows.slice(0, relay.batchSize);
    const outcome = await lambda.invoke(relay, () => relay.relay(batch.map(({ record }) => record)));
    const failed = outcome.state === 'ended' ? outcome.value : 'all';
    for (const row of batch) {
      if (failed === 'all' || failed.includes(row.sequenceNumber)) continue;
      reader.rows.splice(reader.rows.indexOf(row), 1);
      this.slowestSeconds = Math.max(this.slowestSeconds, (simulation.elapsed - row.insertedAtMs) / 1_000);
    }
    reader.isBusy = false;
    const hasFailed = failed === 'all' || failed.length > 0;
    if (reader.rows.length > 0) simulation.after(hasFailed ? RETRY_MS : 0, () => void this.read(reader));
  }
}
