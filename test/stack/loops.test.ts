import { PROD, synthesizeStacks } from '../support/stack/stack-template';

/**
 * Functions that SQS calls with what they have sent. Lambda stops a loop after about 16 rounds, unless it is allowed.
 *
 * **Source:** https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html.
 */

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: { entry?: string };
}
interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const { Resources: resources } = synthesizeStacks({ ...PROD, gradualDeployment: false }).toJSON() as {
  Resources: Record<string, Resource>;
};
const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);

/** Returns the resources that a part of the template names, by `Ref` or `Fn::GetAtt`. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'Ref') return [value as string];
    return key === 'Fn::GetAtt' ? [(value as string[])[0] ?? ''] : namesIn(value);
  });
}

/** Returns the queues that a function may send to. */
function queuesOf({ Properties: { Role: role } }: Resource): string[] {
  const [id = ''] = namesIn(role);
  const policies = (resources[id]?.Properties.Policies ?? []) as Array<{
    PolicyDocument: { Statement: Statement[] };
  }>;
  return policies
    .flatMap(({ PolicyDocument: { Statement: statements } }) => statements)
    .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
    .flatMap(({ Resource: queue }) => namesIn(queue));
}

const workers = new Map(
  ofType('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => [
    namesIn(Properties.EventSourceArn)[0] ?? '',
    namesIn(Properties.FunctionName)[0] ?? '',
  ]),
);

/** Returns the functions that SQS calls, at once or in the end, with what a function sends. */
function calledBy(id: string, found = new Set<string>()): Set<string> {
  const handler = resources[id];
  for (const queue of handler ? queuesOf(handler) : []) {
    const worker = workers.get(queue);
    if (worker === undefined || found.has(worker)) continue;
    found.add(worker);
    calledBy(worker, found);
  }
  return found;
}

it('Lambda lets exactly those functions loop that SQS calls with messages of their own', () => {
  const functions = ofType('AWS::Lambda::Function');
  const entriesOf = (some: typeof functions) => some.map(([, { Metadata }]) => Metadata?.entry).sort();
  const inLoops = functions.filter(([id]) => calledBy(id).has(id));
  expect(entriesOf(inLoops)).toEqual([
    'functions/workers/erase-people.ts',
    'functions/workers/send-chunk.ts',
    'functions/workers/send-paced-chunks.ts',
    'functions/workers/send-queued-message.ts',
    'functions/workers/work-campaigns.ts',
  ]);
  expect(entriesOf(functions.filter(([, { Properties }]) => Properties.RecursiveLoop === 'Allow'))).toEqual(
    entriesOf(inLoops),
  );
});
