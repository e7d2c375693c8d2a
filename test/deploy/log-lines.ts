import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import type { Deployment } from './deployment';

/** Reads all logs of the stack's functions, by the logical id of their log groups. */
export async function readLogLines(deployment: Deployment): Promise<Map<string, string[]>> {
  const client = new CloudWatchLogsClient({});
  const linesById = new Map<string, string[]>();
  for (const { logicalId, physicalId: logGroupName } of deployment.resources('AWS::Logs::LogGroup')) {
    const lines: string[] = [];
    for await (const { events = [] } of paginateFilterLogEvents({ client }, { logGroupName })) {
      lines.push(...events.map(({ message = '' }) => message));
    }
    linesById.set(logicalId, lines);
  }
  return linesById;
}
