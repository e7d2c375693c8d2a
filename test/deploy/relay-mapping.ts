import {
  GetEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { waitFor } from '../support/run/wait-for';
import { type Deployment, findResource } from './deployment';

const SETTLE_MS = 60_000;

/** Stops the table's stream from reaching the relay during `work`, so that only the timer relays the outbox. */
export async function withoutStream<Result>(
  deployment: Deployment,
  work: () => Promise<Result>,
): Promise<Result> {
  const lambda = new LambdaClient({});
  const FunctionName = findResource(deployment, 'AWS::Lambda::Function', 'WorkersOutboxRelay');
  const { EventSourceMappings: [mapping] = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  const UUID = mapping?.UUID;
  const set = async (isEnabled: boolean) => {
    await lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: isEnabled }));
    await waitFor(async () => {
      const { State: state } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
      return state === (isEnabled ? 'Enabled' : 'Disabled') ? true : undefined;
    }, SETTLE_MS);
  };
  await set(false);
  try {
    return await work();
  } finally {
    await set(true);
  }
}
