import { PRICES } from '../bench/prices';
import type { World } from './world';

/** SQS calls for each message: send, receive and delete, each shared by a batch of up to ten. */
const SQS_CALLS_A_MESSAGE = 3 / 10;
/** SQS calls for each batch of a function: receive and delete. */
const SQS_CALLS_A_BATCH = 2;

/** Returns the price of all that a world has used so far, in dollars, without the texts. */
export function dollarsOf(world: World): number {
  const { dynamoDb, lambda, queues, events, requests } = world;
  const sqsCalls = Object.values(queues).reduce(
    (sum, { usage }) => sum + usage.sent * SQS_CALLS_A_MESSAGE + usage.receives * SQS_CALLS_A_BATCH,
    0,
  );
  return (
    (dynamoDb.reads * PRICES.dynamoDbPerMillionReads +
      dynamoDb.writes * PRICES.dynamoDbPerMillionWrites +
      lambda.usage.invocations * PRICES.lambdaPerMillionCalls +
      sqsCalls * PRICES.sqsPerMillionCalls +
      requests * PRICES.httpApiPerMillionCalls +
      events * PRICES.eventBridgePerMillionEvents) /
      1_000_000 +
    lambda.usage.gbSeconds * PRICES.lambdaArmPerGbSecond
  );
}
