import { resultKey } from '../platform/keys';
import { LeaseLostError } from './chunk-lease';
import type { ChunkDeps, ChunkWork } from './chunk-work';
import { groupOf, type GroupResults, readResults, resultItem } from './result';

/** The results of a group as far as they are known. */
export async function loadResults(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  group: number,
): Promise<{ results: GroupResults; revision: number }> {
  const known = work.results.get(group);
  if (known) return known;
  const item = await deps.table.get(resultKey(work.job.id, work.chunk, group));
  const loaded = readResults(item);
  work.results.set(group, loaded);
  return loaded;
}

/**
 * Adds results to their groups.
 *
 * @throws LeaseLostError when somebody else has written the group meanwhile
 */
export async function saveResults(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  added: GroupResults,
): Promise<void> {
  const groups = new Set([...added.keys()].map(groupOf));
  for (const group of groups) {
    const known = await loadResults(deps, work, group);
    const results: GroupResults = new Map(known.results);
    for (const [position, result] of added) if (groupOf(position) === group) results.set(position, result);
    const revision = known.revision + 1;
    const item = { ...resultItem({ ...work, group, results, revision }), writer: work.progress.owner };
    const written = await deps.table.put({
      Item: item,
      ...(known.revision === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: 'revision = :known',
            ExpressionAttributeValues: { ':known': known.revision },
          }),
    });
    // Our own write, repeated after a lost answer, finds itself.
    const isOwn =
      written.written || (written.found?.writer === item.writer && written.found?.revision === revision);
    if (!isOwn) throw new LeaseLostError();
    work.results.set(group, { results, revision });
  }
}
