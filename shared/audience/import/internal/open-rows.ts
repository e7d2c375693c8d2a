import type { Readable } from 'node:stream';
import { readCsvRows } from './csv-rows';
import { readJsonRows } from './json-rows';
import { readText } from '../open-text';
import { readPinpointRows } from './pinpoint-rows';
import type { FileDescription, ReadingOptions, SourceRow } from '../source-row';

/**
 * Reads the rows of a file one after another, with only a few of them in memory at once.
 *
 * @param description filled in while the rows are read
 * @throws UnreadableFileError when the file cannot be read to its end
 */
export async function* openRows(
  input: Readable,
  options: ReadingOptions,
  description: FileDescription,
): AsyncGenerator<SourceRow> {
  const text = readText(input, options);
  try {
    switch (options.format) {
      case 'csv':
        yield* readCsvRows(text, options, description);
        return;
      case 'jsonl':
        yield* readJsonRows(text, options, description);
        return;
      case 'pinpoint':
        yield* readPinpointRows(text, options, description);
        return;
    }
  } finally {
    input.destroy();
  }
}
