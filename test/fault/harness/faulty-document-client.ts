import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { DUE_INDEX } from '../../../shared/platform/store/keys';
import type { Mix } from './mix';
import { isProgressOfHolder } from './moments';
import type { Simulation } from './simulation';

type Command = { input: object; constructor: { name: string } };
type Send = (command: Command) => Promise<unknown>;

const CONDITION_FAILED = 'ConditionalCheckFailedException';
const FASTEST_MS = 1;
const USUAL_SPREAD_MS = 9;
const LATE_MS = 3_000;

/** The SDK's error when no answer arrived, after its own retries. */
class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Creates a client of DynamoDB as processes of a simulation see it: a real engine, with latency and with the failures
 * that no engine has by itself.
 *
 * @param options.onWritten called for each write that took effect; late: after its caller had given up
 * @param options.onRefused called for each write whose condition failed, and each transaction that was cancelled
 */
export function createFaultyClient(options: {
  simulation: Simulation;
  send: Send;
  mix: () => Mix;
  /** Throws when the calling function lacks the grant. */
  checkGrant: (command: Command) => void;
  onWritten: (command: Command, when: 'inTime' | 'late') => void;
  onRefused: (command: Command, error: Error) => void;
}): DynamoDBDocumentClient {
  const { simulation, mix, onWritten, onRefused } = options;
  const { random } = simulation;
  const write = async (command: Command, when: 'inTime' | 'late') => {
    try {
      const answer = await options.send(command);
      onWritten(command, when);
      return answer;
    } catch (error) {
      if ((error as Error).name === CONDITION_FAILED || error instanceof TransactionCanceledException)
        onRefused(command, error as Error);
      throw error;
    }
  };
  const send: Send = async (command) => (isWrite(command) ? write(command, 'inTime') : options.send(command));
  const isHit = (chance: number) => chance > 0 && random() < chance;
  const note = (what: string, command: Command) =>
    simulation.note(`  ${what}: ${command.constructor.name} ${describe(command)}`);

  const perform = async (command: Command): Promise<unknown> => {
    const faults = mix();
    if (isHit(faults.throttled)) {
      note('throttled', command);
      throw throttling(command, random);
    }
    if (isHit(faults.timeoutBefore)) {
      note('never arrives', command);
      throw new TimeoutError('Injected');
    }
    if (isWrite(command) && isHit(faults.late * rarity(command))) {
      note('arrives late', command);
      simulation.after(
        random() * LATE_MS,
        async () => void (await write(command, 'late').catch(() => undefined)),
      );
      throw new TimeoutError('Injected');
    }
    if (isConditional(command) && isHit(faults.conflict)) {
      note('conflict', command);
      throw conflict(command);
    }
    if (command instanceof BatchGetCommand && isHit(faults.unprocessed)) return readHalf(send, command);
    if (command instanceof BatchWriteCommand && isHit(faults.unprocessed)) return writeHalf(send, command);
    if (
      command instanceof QueryCommand &&
      // Only for this index: the contacts of a run were in theirs long before it.
      command.input.IndexName === DUE_INDEX &&
      isHit(faults.staleIndex)
    ) {
      return readStale(send, command, random);
    }
    // A transaction has a token, so that a repetition has no effect.
    const isRepeated =
      isWrite(command) && !(command instanceof TransactWriteCommand) && isHit(faults.repeated);
    if (isRepeated) {
      note('repeated', command);
      await send(command).catch(() => undefined);
    }
    const answer = await send(command);
    if (isHit(faults.timeoutAfter)) {
      note('answer lost', command);
      throw new TimeoutError('Injected');
    }
    return answer;
  };

  return {
    send: async (command: Command) => {
      options.checkGrant(command);
      return simulation.call(
        `${command.constructor.name} ${describe(command)}`,
        latency(simulation, mix(), rarity(command)),
        async () => perform(command),
      );
    },
  } as unknown as DynamoDBDocumentClient;
}

/** Few of all writes are those of a chunk's progress, and what goes wrong at them matters most. */
const PROGRESS_FAILS_MORE_OFTEN = 12;
const rarity = (command: Command) => (isProgressOfHolder(command) ? PROGRESS_FAILS_MORE_OFTEN : 1);

/** Returns a latency in milliseconds, which is sometimes longer than a lease; `times`: how much more often than usual. */
export function latency({ random }: Simulation, { slow }: Mix, times = 1): number {
  if (slow > 0 && random() < slow * times) return random() * 80_000;
  return FASTEST_MS + random() * USUAL_SPREAD_MS;
}

function isWrite(command: Command): boolean {
  return isConditional(command) || command instanceof BatchWriteCommand;
}

function isConditional(command: Command): boolean {
  return (
    command instanceof PutCommand ||
    command instanceof UpdateCommand ||
    command instanceof DeleteCommand ||
    command instanceof TransactWriteCommand
  );
}

function throttling(command: Command, random: () => number): Error {
  // A transaction reports throttling of a part in its reasons, or as any other request.
  if (command instanceof TransactWriteCommand && random() < 0.7) return cancelled(command, 'ThrottlingError');
  return new ProvisionedThroughputExceededException({ message: 'Injected', $metadata: {} });
}

function conflict(command: Command): Error {
  if (command instanceof TransactWriteCommand) return cancelled(command, 'TransactionConflict');
  return new TransactionConflictException({ message: 'Injected', $metadata: {} });
}

function cancelled(command: TransactWriteCommand, code: string): Error {
  const count = command.input.TransactItems?.length ?? 1;
  return new TransactionCanceledException({
    $metadata: {},
    message: 'Injected',
    CancellationReasons: Array.from({ length: count }, (_, index) => ({
      Code: index === count - 1 ? code : 'None',
    })),
  });
}

async function readHalf(send: Send, command: BatchGetCommand): Promise<unknown> {
  const [[table, request] = ['', undefined]] = Object.entries(command.input.RequestItems ?? {});
  const keys = request?.Keys ?? [];
  const half = Math.floor(keys.length / 2);
  const unprocessed = { [table]: { ...request, Keys: keys.slice(half) } };
  if (half === 0) return { Responses: {}, UnprocessedKeys: unprocessed };
  const answer = (await send(
    new BatchGetCommand({ RequestItems: { [table]: { ...request, Keys: keys.slice(0, half) } } }),
  )) as object;
  return { ...answer, UnprocessedKeys: unprocessed };
}

async function writeHalf(send: Send, command: BatchWriteCommand): Promise<unknown> {
  const [[table, requests] = ['', undefined]] = Object.entries(command.input.RequestItems ?? {});
  const half = Math.floor((requests?.length ?? 0) / 2);
  const unprocessed = { [table]: (requests ?? []).slice(half) };
  if (half === 0) return { UnprocessedItems: unprocessed };
  await send(new BatchWriteCommand({ RequestItems: { [table]: (requests ?? []).slice(0, half) } }));
  return { UnprocessedItems: unprocessed };
}

async function readStale(send: Send, command: QueryCommand, random: () => number): Promise<unknown> {
  const answer = (await send(command)) as { Items?: unknown[] };
  return { ...answer, Items: (answer.Items ?? []).filter(() => random() < 0.5) };
}

/** Lists the keys of a command. */
function describe(command: Command): string {
  const keys: string[] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
    const { pk, sk } = value as { pk?: unknown; sk?: unknown };
    if (typeof pk === 'string' && typeof sk === 'string') keys.push(pk === sk ? pk : `${pk}/${sk}`);
    else for (const inner of Object.values(value)) visit(inner);
  };
  visit(command.input);
  return keys.length > 6 ? `${keys.slice(0, 6).join(' ')} and ${keys.length - 6} more` : keys.join(' ');
}
