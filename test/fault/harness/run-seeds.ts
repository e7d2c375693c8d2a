import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDeployedTable } from '../../support/engines/engine';
import { withEngine } from './run-many';

/** Tables of a run, by the places that it goes on in, and the client for them. */
export interface RunTables<Place extends string> {
  client: DynamoDBDocumentClient;
  tables: Record<Place, string>;
  seed: number;
}

export interface SeedResult {
  wrong: string[];
  /** Counts, by which a test sees that there was something to lose. */
  counts: Record<string, number>;
}

/** Runs one seed after another on an engine of its own, each on tables of its own. */
export async function runSeeds<Place extends string>(options: {
  runs: number;
  seed: number;
  places: readonly Place[];
  run: (tables: RunTables<Place>) => Promise<SeedResult>;
  /** Ends the runs early, by what was found; absent: all are done. */
  isEnough?: (wrong: string[]) => boolean;
}): Promise<{ done: number; wrong: string[]; total: Record<string, number> }> {
  const { runs, seed: firstSeed, places, run, isEnough = () => false } = options;
  const wrong: string[] = [];
  const total: Record<string, number> = {};
  let done = 0;
  await withEngine(async (engine, { client }) => {
    for (; done < runs && !isEnough(wrong); done++) {
      const seed = firstSeed + done;
      const tables = Object.fromEntries(places.map((place) => [place, `Run-${seed}-${place}`])) as Record<
        Place,
        string
      >;
      for (const place of places) await createDeployedTable(engine.client, tables[place]);
      const result = await run({ client, tables, seed });
      for (const place of places)
        await engine.client.send(new DeleteTableCommand({ TableName: tables[place] }));
      wrong.push(...result.wrong.map((sentence) => `seed ${seed}: ${sentence}`));
      for (const [name, count] of Object.entries(result.counts)) total[name] = (total[name] ?? 0) + count;
    }
  });
  return { done, wrong, total };
}
