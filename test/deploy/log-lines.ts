import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import type { Deployment } from './deployment';

/** Everything that the functions of the stack have written to their logs. */
export async function readLogLines(deployment: Deployment): Promise<string[]> {
  const client = new CloudWatchLogsClient({});
  const lines: string[] = [];
  for (const { physicalId: logGroupName } of deployment.resources('AWS::Logs::LogGroup')) {
    for await (const { events = [] } of paginateFilterLogEvents({ client }, { logGroupName })) {
      lines.push(...events.map(({ message = '' }) => message));
    }
  }
  return lines;
}
