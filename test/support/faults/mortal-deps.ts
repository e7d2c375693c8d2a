import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Files } from '../../../shared/platform/files/files';
import type { Table } from '../../../shared/platform/store/table';
import { Crash, type CrashPlan, crashingTable } from './faulty-client';

/**
 * Returns a table and files of one process, which dies at the call to either that is in the plan.
 *
 * @param options.entry as in `crashingTable`
 */
export function mortalDeps(options: {
  documents: DynamoDBDocumentClient;
  tableName: string;
  files: Files;
  entry: string;
}): {
  table: Table;
  files: Files;
  plan: { current: CrashPlan | undefined };
} {
  const { table, plan } = crashingTable(options.documents, options.tableName, { entry: options.entry });
  const files = new Proxy(options.files, {
    get: (target, name: keyof Files) => {
      const calls = target as unknown as Record<keyof Files, (...args: unknown[]) => Promise<unknown>>;
      const method = calls[name].bind(target);
      return async (...args: unknown[]) => {
        const { current } = plan;
        if (!current) return method(...args);
        if (current.callsLeft < 0) throw new Crash('Dead already');
        const isLast = current.callsLeft-- === 0;
        if (isLast && current.when === 'before') throw new Crash('Died before a call');
        const answer = await method(...args);
        if (isLast) throw new Crash('Died before an answer');
        return answer;
      };
    },
  });
  return { table, files, plan };
}
