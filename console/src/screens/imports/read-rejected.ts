import { unwrap, type Api } from '../../api/client';
import type { ConsoleImport } from '../../api/schemas';
import { parseRejects, type RejectedFile } from './rejected-file';

/** Statuses of the storage for a file that is not there any more. */
const GONE = [403, 404];

/** Holds the longest rows that can be in the report. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the rows that the report of an import shows from its file of rejects, of which it loads only the beginning.
 *
 * @returns `undefined` when the file is gone, and when its rows cannot be corrected in the console
 * @throws Error for a file that could not be read
 */
export async function readRejected(
  api: Api,
  { id, format, rejectedSample, hasRejectedFile }: ConsoleImport,
): Promise<RejectedFile | undefined> {
  if (format === 'pinpoint' || !hasRejectedFile || rejectedSample.length === 0) return undefined;
  const { rejectedFile } = await unwrap(
    api.GET('/api/v1/contacts/imports/{id}', { params: { path: { id } } }),
  );
  if (rejectedFile === undefined) return undefined;
  const response = await fetch(rejectedFile, { credentials: 'omit' });
  if (GONE.includes(response.status)) return undefined;
  if (!response.ok || response.body === null) throw unreadable();
  const { text, isCutOff } = await readBeginning(response.body);
  const file = parseRejects(text, { format, count: rejectedSample.length, isCutOff });
  if (file === undefined) throw unreadable();
  return file;
}

const unreadable = () => new Error('The file of rejected rows could not be read.');

async function readBeginning(body: ReadableStream<Uint8Array>): Promise<{ text: string; isCutOff: boolean }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  while (bytes < MAX_BYTES) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCutOff: false };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text, isCutOff: true };
}
