import { unwrap, type Api } from '../../api/client';
import type { CreateImportRequest } from '../../api/schemas';

/**
 * Creates an import, uploads the file to its storage, and starts it.
 *
 * @returns the import's id
 */
export async function runImport(
  api: Api,
  file: File,
  wish: Omit<CreateImportRequest, 'bytes' | 'contentType'>,
): Promise<string> {
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
