import { unwrap, type Api } from '../../api/client';
import { RequestError } from '../../api/request-error';
import type { CreateImportRequest } from '../../api/schemas';
import { begunCorrections, type CorrectionDraft } from './correction-draft';
import type { RejectedFile } from './rejected-file';

type Wish = Omit<CreateImportRequest, 'bytes' | 'contentType'>;

/** Code of an error for a resource whose state does not allow the request. */
const INVALID_STATE = 33111;

/**
 * Creates an import, uploads the file to its storage, and starts it.
 *
 * @returns the import's id
 */
export async function runImport(api: Api, file: File, wish: Wish): Promise<string> {
  // 1. Request the address of the upload, which is for this file only.
  const contentType = file.type === '' ? 'application/octet-stream' : file.type;
  const body = { ...wish, bytes: file.size, contentType };
  const { id, upload } = await unwrap(api.POST('/api/v1/contacts/imports', { body }));
  // 2. Upload. The address includes its own permission: no cookie is sent.
  const uploaded = await fetch(upload.url, {
    method: upload.method,
    body: file,
    headers: { 'content-type': contentType },
    credentials: 'omit',
  });
  if (!uploaded.ok) throw new Error(`The file was not taken (status ${uploaded.status}). Try again.`);
  // 3. Start.
  await unwrap(api.POST('/api/v1/contacts/imports/{id}/start', { params: { path: { id } } }));
  return id;
}

/**
 * Imports corrected rows of another import with its settings. A repeat of a try that began an import begins no second
 * one. When the import of an earlier try was cancelled or has failed, a new one is made with another key.
 *
 * @param options.content content of the file with the rows
 * @param options.renewKey returns another key, and keeps it with the draft
 * @returns the id of the import that has begun
 */
export async function runCorrection(api: Api, correction: CorrectionTry): Promise<string> {
  const { importId, draft, renewKey } = correction;
  try {
    return await importCorrected(api, correction, draft.key);
  } catch (error) {
    if (!isInvalidState(error)) throw error;
    const earlier = await findByKey(api, { importId, key: draft.key });
    if (earlier === undefined) throw error;
    return earlier.hasBegun ? earlier.id : importCorrected(api, correction, renewKey());
  }
}

interface CorrectionTry {
  importId: string;
  format: RejectedFile['format'];
  content: string;
  draft: CorrectionDraft;
  renewKey: () => string;
}

function importCorrected(
  api: Api,
  { importId, format, content, draft: { chosen: rows } }: CorrectionTry,
  key: string,
): Promise<string> {
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  return runImport(api, new File([content], `corrected.${format}`, { type }), {
    format,
    corrects: { id: importId, rows, key: keyOf(key) },
  });
}

const keyOf = (key: string) => `console:${key}`;

const isInvalidState = (error: unknown): boolean =>
  error instanceof RequestError && error.code === INVALID_STATE;

/** Returns the import of an earlier try with the key; `undefined` when the corrected import has none. */
async function findByKey(
  api: Api,
  { importId, key }: { importId: string; key: string },
): Promise<{ id: string; hasBegun: boolean } | undefined> {
  const of = await unwrap(api.GET('/console/api/imports/{id}', { params: { path: { id: importId } } }));
  const earlier = of.corrections.find((one) => one.key === keyOf(key));
  return earlier && { id: earlier.id, hasBegun: begunCorrections(of).includes(earlier) };
}
