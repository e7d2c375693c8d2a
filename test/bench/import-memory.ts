/**
 * Memory of the import worker for a file of a million rows, which it reads twice:
 *
 *   node --import tsx test/bench/import-memory.ts
 *
 * ROWS (1000000). A small file is the floor: the program and the JavaScript engine.
 */
import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { openRows } from '../../shared/audience/import/internal/open-rows';
import { newDescription } from '../../shared/audience/import/source-row';
import { surveyFile, type SurveyOptions } from '../../shared/audience/import/internal/survey-file';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const FEW_ROWS = 1_000;
const LIMIT_MB = 300;
const ROWS_OF_CHILD = 'IMPORT_MEMORY_ROWS';
const OPTIONS: SurveyOptions = {
  format: 'csv',
  mapping: {},
  schema: { fields: [], nextGeneration: 1, version: 0 },
  countries: [],
  dateFormat: undefined,
  from: 0,
};

async function* makeRows(rows: number): AsyncGenerator<Buffer> {
  yield Buffer.from('Phone,First Name,Last Name,Email,City,Zip\n');
  const LINES_A_CHUNK = 500;
  for (let first = 0; first < rows; first += LINES_A_CHUNK) {
    const lines = Array.from({ length: Math.min(LINES_A_CHUNK, rows - first) }, (_, index) => {
      const row = first + index;
      return `+1212${String(2_000_000 + row)},First ${row},Last ${row},person${row}@example.com,Chicago,60601\n`;
    });
    yield Buffer.from(lines.join(''));
  }
}

/** Processes a file as the worker does, without the table: the survey, and then each row. */
async function readTwice(rows: number): Promise<number> {
  const survey = await surveyFile(() => Readable.from(makeRows(rows)), OPTIONS);
  let index = 0;
  let imported = 0;
  for await (const row of openRows(Readable.from(makeRows(rows)), survey.reading, newDescription())) {
    if (index === survey.end) break;
    if (survey.fateOf(row, index++).kind === 'candidate') imported++;
  }
  if (imported !== Math.min(rows, survey.end)) throw new Error(`Read ${imported} rows`);
  return process.resourceUsage().maxRSS / 1024;
}

function peakMb(rows: number): number {
  const child = spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url)], {
    encoding: 'utf8',
    env: { ...process.env, [ROWS_OF_CHILD]: String(rows) },
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return Number(child.stdout.trim());
}

export async function run(): Promise<BenchRow[]> {
  const rows = process.env[ROWS_OF_CHILD];
  if (rows !== undefined) {
    process.stdout.write(`${await readTwice(Number(rows))}\n`);
    return [];
  }
  return [
    benchRow({
      name: `import, peak memory of reading ${ROWS} rows`,
      measured: peakMb(ROWS),
      floor: peakMb(FEW_ROWS),
      unit: 'MB',
      limit: LIMIT_MB,
      note: `resident memory of the whole process; bare: ${FEW_ROWS} rows`,
    }),
  ];
}

void runAsProgram(import.meta.url, run);
