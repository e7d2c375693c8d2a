import { resultKey } from '../../../platform/store/keys';
import type { Item } from '../../../platform/store/item';
import type { PutInput } from '../../../platform/store/table';
import { LeaseLostError } from './internal/chunk-lease';
import type { ChunkDeps, ChunkWork, KnownResults } from './internal/chunk-work';
import { insist } from './internal/insist';
import type { Job } from '../job';
import { RESULT_PAGE_SIZE, pageOf, type PageResults, readResults, resultItem } from '../results/result';

/**
 * Returns the known results of a page. A page that was not started when the worker acquired the lease has no results
 * and is not read. If another worker has written it since, this worker's write fails.
 */
export async function loadResults(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  page: number,
): Promise<KnownResults> {
  const known = work.results.get(page);
  if (known) return known;
  if (page * RESULT_PAGE_SIZE >= work.freshFrom) return { results: new Map(), revision: 0 };
  return readResultPage(deps, work, page);
}

/** Reads the results of a page from the table, even when the progress says that it has none. */
export async function readResultPage(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  page: number,
): Promise<KnownResults> {
  const item = await deps.table.get(resultKey(work.job.id, work.chunk, page));
  const loaded = readResults(item);
  work.results.set(page, loaded);
  return loaded;
}

/**
 * Adds results to their pages.
 *
 * @throws LeaseLostError when another worker has written a page meanwhile
 */
export async function saveResults(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  added: PageResults,
): Promise<void> {
  const pages = new Set([...added.keys()].map(pageOf));
  for (const page of pages) {
    const ofPage = new Map([...added].filter(([position]) => pageOf(position) === page));
    await saveResultPage(deps, work, { page, added: ofPage });
  }
}

/**
 * Writes a page with the added results, if any. A worker that has read the page before can no longer write it.
 *
 * @throws LeaseLostError when another worker has written it meanwhile
 */
export async function saveResultPage(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  options: { page: number; added: PageResults },
): Promise<void> {
  const { page, added } = options;
  const known = await loadResults(deps, work, page);
  const results: PageResults = new Map([...known.results, ...added]);
  const written = await putWithRetry(deps, {
    ...resultPut({ ...work, page, results, known }),
    writer: work.progress.owner ?? '',
  });
  if (!written) throw new LeaseLostError();
  work.results.set(page, { results, revision: known.revision + 1 });
}

/** Builds the write that replaces the results of a page that was read as `known`. */
export function resultPut(options: {
  job: Job;
  chunk: number;
  page: number;
  results: PageResults;
  known: KnownResults;
}): PutInput {
  const { known } = options;
  return {
    Item: resultItem({ ...options, revision: known.revision + 1 }),
    ...(known.revision === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'revision = :known',
          ExpressionAttributeValues: { ':known': known.revision },
        }),
  };
}

async function putWithRetry(
  { table }: Pick<ChunkDeps, 'table'>,
  { writer, ...put }: PutInput & { writer: string },
): Promise<boolean> {
  const Item: Item = { ...put.Item, writer };
  return insist(table.waits, async () => {
    const result = await table.put({ ...put, Item });
    // After a lost response the write is repeated and finds this worker's own first write.
    return result.written || (result.found?.writer === writer && result.found.revision === Item.revision);
  });
}
