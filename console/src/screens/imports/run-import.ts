import { unwrap, type Api } from '../../api/client';
import { RequestError } from '../../api/request-error';
import type { CreateImportRequest } from '../../api/schemas';
import type { CorrectionDraft } from './correction-draft';
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
 * one.
 *
 * @param options.content content of the file with the rows
 * @returns the id of the new import
 */
export async function runCorrection(
  api: Api,
  { importId, format, content, draft }: CorrectionTry,
): Promise<string> {
  const { chosen: rows, key } = draft;
  const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
  try {
    return await runImport(api, new File([content], `corrected.${format}`, { type }), {
      format,
      corrects: { id: importId, rows, key: keyOf(key) },
    });
  } catch (error) {
    const begun = isInvalidState(error) ? await findBegun(api, { importId, key }) : undefined;
    if (begun === undefined) throw error;
    return begun;
  }
}

interface CorrectionTry {
  importId: string;
  format: RejectedFile['format'];
  content: string;
  draft: CorrectionDraft;
}

const keyOf = (key: string) => `console:${key}`;

const isInvalidState = (error: unknown): boolean =>
  error instanceof RequestError && error.code === INVALID_STATE;

/** Returns the import that an earlier try with the key has begun. */
async function findBegun(
  api: Api,
  { importId, key }: { importId: string; key: string },
): Promise<string | undefined> {
  const { corrections } = await unwrap(
    api.GET('/console/api/imports/{id}', { params: { path: { id: importId } } }),
  );
  return corrections.find((one) => one.key === keyOf(key))?.id;
}
