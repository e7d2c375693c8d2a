import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answer of an operation: its output, or an exception by its name. */
export type StandInAnswer = object | { exception: string; message?: string };

export interface AwsStandIn {
  url: string;
  /** Answers by operation, as the API reference names it; any other operation returns an empty output. */
  answers: Record<string, (input: Record<string, unknown>) => StandInAnswer>;
  /** Operations that were called. */
  readonly asked: string[];
  stop(): Promise<void>;
}

/**
 * Starts a server that answers as AWS's API references describe: End User Messaging in awsJson 1.0, Lambda in REST,
 * CloudFormation's `DescribeStacks` in its query protocol, with the outputs that `DescribeStacks` is set to.
 */
export async function startAwsStandIn(): Promise<AwsStandIn> {
  const answers: AwsStandIn['answers'] = {};
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const operation = operationOf(request);
      asked.push(operation);
      const isXml = operation === 'DescribeStacks';
      const answer = answers[operation]?.(isXml || body === '' ? {} : (JSON.parse(body) as never)) ?? {};
      const failure = 'exception' in answer ? answer : undefined;
      response.writeHead(failure ? 400 : 200, {
        'content-type': isXml ? 'text/xml' : 'application/x-amz-json-1.0',
        ...(failure && { 'x-amzn-errortype': failure.exception }),
      });
      if (failure) {
        const { exception: type, message = 'No.' } = failure;
        response.end(JSON.stringify({ __type: type, Message: message, message }));
      } else {
        response.end(isXml ? stackWith(answer as Record<string, string>) : JSON.stringify(answer));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function operationOf({ headers, url }: IncomingMessage): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.split('.')[1] ?? '';
  return url?.includes('account-settings') ? 'GetAccountSettings' : 'DescribeStacks';
}

function stackWith(outputs: Record<string, string>): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return (
    '<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Messaging-prod</StackName>' +
    `<StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs>` +
    '</member></Stacks></DescribeStacksResult></DescribeStacksResponse>'
  );
}

/** Has the SDK ask these addresses, by the name of the service in `AWS_ENDPOINT_URL_…`, with made-up credentials. */
export function pointSdkAt(endpoints: Record<string, string>): void {
  Object.assign(process.env, {
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
    ...Object.fromEntries(
      Object.entries(endpoints).map(([service, url]) => [`AWS_ENDPOINT_URL_${service}`, url]),
    ),
  });
}
