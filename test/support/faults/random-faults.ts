import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { Table } from '../../../shared/platform/store/table';
import type { TestEngine } from '../engines/engine';
import { Crash } from './faulty-client';

/** Faults of the calls to DynamoDB; off by default. */
export interface Faults {
  isOn: boolean;
  /** Probability of each kind in one call, in [0, 1]. */
  chance: { crashBefore: number; crashAfter: number; conflict: number };
  /** Random number in [0, 1); seeded, so that a run can be repeated. */
  random: () => number;
  /** Number of injected faults. */
  injected: number;
}

/**
 * Creates a table whose client fails at random: the call has no effect and the caller dies, it has its effect and the
 * caller dies, or a transaction conflicts with another one, which no embedded engine does by itself.
 */
export function createRandomlyFailingTable(engine: TestEngine, faults: Faults): Table {
  const client = engine.documents;
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]): Promise<unknown> => {
    if (!faults.isOn) return client.send(command);
    const { crashBefore, crashAfter, conflict } = faults.chance;
    const dice = faults.random();
    if (dice < crashBefore) {
      faults.injected += 1;
      throw new Crash('Died before a call');
    }
    if (dice < crashBefore + crashAfter) {
      faults.injected += 1;
      await client.send(command);
      throw new Crash('Died before an answer');
    }
    if (command instanceof TransactWriteCommand && dice < crashBefore + crashAfter + conflict) {
      faults.injected += 1;
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'Injected',
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      });
    }
    return client.send(command);
  };
  return new Table({ send }, engine.table.name);
}
