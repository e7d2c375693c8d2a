import { type Files, MIN_PART_BYTES } from './files';

/** Size of a part. A part is in memory at most twice: as its pieces and as a whole. */
export const PART_BYTES = MIN_PART_BYTES + 3 * 1024 * 1024;

/** Stores text of any length as a file, in parts when it is long. */
export async function writeFile(
  files: Files,
  { key, contentType, text }: { key: string; contentType: string; text: AsyncIterable<string> },
): Promise<void> {
  let upload: Awaited<ReturnType<Files['startUpload']>> | undefined;
  const tags: string[] = [];
  let pieces: Buffer[] = [];
  let length = 0;
  const putPart = async (): Promise<void> => {
    upload ??= await files.startUpload(key, { contentType });
    tags.push(await files.putPart(upload, { number: tags.length + 1, body: Buffer.concat(pieces) }));
    pieces = [];
    length = 0;
  };
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    length += bytes.length;
    if (length >= PART_BYTES) await putPart();
  }
  if (!upload) return files.put(key, { body: Buffer.concat(pieces), contentType });
  if (length > 0) await putPart();
  await files.completeUpload(upload, tags);
}
