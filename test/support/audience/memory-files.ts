import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileUnavailableError, type Files } from '../../../shared/platform/files/files';

export interface MemoryFiles extends Files {
  contents: Map<string, Buffer>;
}

/** Creates files in memory, in place of S3, for tests of what is stored and read. */
export function memoryFiles(): MemoryFiles {
  const contents = new Map<string, Buffer>();
  const parts = new Map<string, Buffer[]>();
  let uploads = 0;
  const presign: Files['presignUpload'] = async (key, { now, expiresInSeconds }) => ({
    url: `https://files.example.com/${key}?X-Amz-Signature=0`,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1000).toISOString(),
  });
  const tagOf = (content: Buffer) => createHash('md5').update(content).digest('hex');
  const read = (key: string, tag: string | undefined): Buffer => {
    const content = contents.get(key);
    if (!content) throw new FileUnavailableError('gone');
    if (tag !== undefined && tag !== tagOf(content)) throw new FileUnavailableError('replaced');
    return content;
  };
  return {
    contents,
    presignUpload: presign,
    presignDownload: presign,
    find: async (key) => {
      const content = contents.get(key);
      return content && { bytes: content.length, tag: tagOf(content) };
    },
    read: async (key, { tag } = {}) => Readable.from([read(key, tag)]),
    put: async (key, { body }) => void contents.set(key, Buffer.from(body as string)),
    startUpload: async (key) => {
      const uploadId = `upload-${(uploads += 1)}`;
      parts.set(uploadId, []);
      return { key, uploadId };
    },
    putPart: async ({ uploadId }, { number, body }) => {
      const list = parts.get(uploadId);
      if (!list) throw new FileUnavailableError('gone');
      list[number - 1] = body;
      return tagOf(body);
    },
    completeUpload: async ({ key, uploadId }, tags) => {
      const list = parts.get(uploadId);
      if (!list) throw new FileUnavailableError('gone');
      const stored = list.slice(0, tags.length);
      if (tags.some((tag, index) => tag !== tagOf(stored[index] ?? Buffer.alloc(0)))) {
        throw new Error('InvalidPart: a part was stored again since');
      }
      contents.set(key, Buffer.concat(stored));
      parts.delete(uploadId);
    },
    abortUpload: async ({ uploadId }) => void parts.delete(uploadId),
    delete: async (key) => void contents.delete(key),
  };
}
