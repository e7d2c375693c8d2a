import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Provider } from '../../shared/platform/provider/port';
import type { Waits } from '../../shared/platform/store/retry-on-conflict';
import { Table } from '../../shared/platform/store/table';
import { Crash } from '../support/faults/faulty-client';

/** Probabilities of each fault in one call to DynamoDB. */
export interface CallFaults {
  throttled: number;
  /** Part of a batch is left unprocessed. */
  unprocessed: number;
  conflict: number;
  /** The answer is lost on the way, and the SDK sends the same write again. */
  repeated: number;
}

export const NO_FAULTS: CallFaults = { throttled: 0, unprocessed: 0, conflict: 0, repeated: 0 };

type Command = Parameters<DynamoDBDocumentClient['send']>[0];

/** End or pause of a process, after a number of calls to the table and the provider. */
export interface Fate {
  callsLeft: number;
  /** Death, or a freeze until `thaw`, longer than its lease. */
  end: 'death' | 'freeze';
}

/**
 * Process that meets its fate before or after one of its calls. After its death every later call fails without effect.
 * After a freeze it continues.
 */
export class MortalProcess {
  readonly table: Table;
  readonly provider: Provider;
  /** Fulfilled when it freezes. */
  readonly frozen: Promise<void>;
  private readonly client: DynamoDBDocumentClient;
  private readonly thawed: Promise<void>;
  private freeze = () => {};
  thaw = () => {};

  constructor(
    private readonly options: {
      engine: { documents: DynamoDBDocumentClient; table: Table };
      provider: Provider;
      faults: CallFaults;
      random: () => number;
      pause: Waits['pause'];
      fate: Fate | undefined;
    },
  ) {
    this.frozen = new Promise((resolve) => (this.freeze = resolve));
    this.thawed = new Promise((resolve) => (this.thaw = resolve));
    this.client = options.engine.documents;
    const send = async (command: Command) => this.live(async () => this.sendWithFaults(command));
    const { pause, random } = options;
    const client = { send } as unknown as DynamoDBDocumentClient;
    this.table = new Table(client, options.engine.table.name, { pause, random });
    this.provider = { send: async (message) => this.live(async () => options.provider.send(message)) };
  }

  private async live<T>(call: () => Promise<T>): Promise<T> {
    const { fate, random } = this.options;
    if (!fate) return call();
    switch (fate.end) {
      case 'death': {
        if (fate.callsLeft <= 0) throw new Crash('Dead already');
        if (--fate.callsLeft > 0) return call();
        if (random() < 0.5) throw new Crash('Died before a call');
        await call();
        throw new Crash('Died before an answer');
      }
      case 'freeze': {
        if (--fate.callsLeft !== 0) return call();
        const isBefore = random() < 0.5;
        const answer = isBefore ? undefined : await call();
        this.freeze();
        await this.thawed;
        return answer ?? call();
      }
    }
  }

  private async sendWithFaults(command: Command): Promise<unknown> {
    const { faults, random } = this.options;
    const isHit = (chance: number) => chance > 0 && random() < chance;
    if (isHit(faults.throttled)) {
      throw new ProvisionedThroughputExceededException({ message: 'Injected', $metadata: {} });
    }
    if (command instanceof TransactWriteCommand && isHit(faults.conflict)) {
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'Injected',
        CancellationReasons: [{ Code: 'TransactionConflict' }],
      });
    }
    if (command instanceof BatchGetCommand && isHit(faults.unprocessed)) return this.readHalf(command);
    if (command instanceof BatchWriteCommand && isHit(faults.unprocessed)) return this.writeHalf(command);
    const isPlainWrite = command instanceof PutCommand || command instanceof UpdateCommand;
    if (isPlainWrite && isHit(faults.repeated)) await this.client.send(command as PutCommand);
    return this.client.send(command as PutCommand);
  }

  private async readHalf(command: BatchGetCommand): Promise<unknown> {
    const [[table, request] = ['', undefined]] = Object.entries(command.input.RequestItems ?? {});
    const keys = request?.Keys ?? [];
    const half = Math.floor(keys.length / 2);
    const unprocessed = { [table]: { ...request, Keys: keys.slice(half) } };
    if (half === 0) return { Responses: {}, UnprocessedKeys: unprocessed };
    const answer = await this.client.send(
      new BatchGetCommand({ RequestItems: { [table]: { ...request, Keys: keys.slice(0, half) } } }),
    );
    return { ...answer, UnprocessedKeys: unprocessed };
  }

  private async writeHalf(command: BatchWriteCommand): Promise<unknown> {
    const [[table, requests] = ['', undefined]] = Object.entries(command.input.RequestItems ?? {});
    const half = Math.floor((requests?.length ?? 0) / 2);
    const unprocessed = { [table]: (requests ?? []).slice(half) };
    if (half === 0) return { UnprocessedItems: unprocessed };
    await this.client.send(
      new BatchWriteCommand({ RequestItems: { [table]: (requests ?? []).slice(0, half) } }),
    );
    return { UnprocessedItems: unprocessed };
  }
}
