import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { requestLimits } from '../aws/internal/request-limits';

/** Minimum size of every part except the last, set by S3. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Presigned URL, which its holder may use until `expiresAt` (ISO). */
export interface PresignedUrl {
  url: string;
  expiresAt: string;
}

/** Multipart upload; the file appears once it is completed. */
interface Upload {
  key: string;
  uploadId: string;
}

/** State of a file; its tag changes when its content is replaced. */
export interface FoundFile {
  bytes: number;
  tag: string;
}

/** Thrown when a file cannot be read: it is `gone`, or was `replaced` since its tag was read. */
export class FileUnavailableError extends Error {
  override readonly name = 'FileUnavailableError';

  constructor(readonly reason: 'gone' | 'replaced') {
    super(`The file is ${reason}`);
  }
}

/** Private bucket for the files that users upload and download. */
export interface Files {
  /**
   * Presigns an upload.
   *
   * @param options.content announced size and type: S3 refuses a file with another one; absent: any file
   */
  presignUpload(key: string, options: PresignOptions & { content?: AnnouncedContent }): Promise<PresignedUrl>;
  /**
   * Presigns a download.
   *
   * @param options.fileName name under which a browser stores the file
   */
  presignDownload(key: string, options: PresignOptions & { fileName: string }): Promise<PresignedUrl>;
  /** Finds a file; `undefined` when it does not exist. */
  find(key: string): Promise<FoundFile | undefined>;
  /**
   * Reads a file.
   *
   * @param options.tag tag of the wanted content; absent: the current content
   * @throws FileUnavailableError
   */
  read(key: string, options?: { tag?: string | undefined }): Promise<Readable>;
  put(key: string, content: { body: string | Buffer; contentType: string }): Promise<void>;
  startUpload(key: string, options: { contentType: string }): Promise<Upload>;
  /**
   * Stores a part; storing it again replaces it.
   *
   * @returns tag of the part, which `completeUpload` needs
   * @throws FileUnavailableError when S3 has dropped the upload
   */
  putPart(upload: Upload, part: { number: number; body: Buffer }): Promise<string>;
  /**
   * Completes an upload.
   *
   * @param tags tags of the parts, in their order
   * @throws FileUnavailableError when S3 has dropped the upload, or completed it before
   */
  completeUpload(upload: Upload, tags: string[]): Promise<void>;
  abortUpload(upload: Upload): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Announced properties of a file that will be uploaded. */
interface AnnouncedContent {
  bytes?: number | undefined;
  contentType?: string | undefined;
}

interface PresignOptions {
  now: Date;
  expiresInSeconds: number;
}

/** Timeout for an answer, long because a part has megabytes. */
const ANSWER_MS = 60_000;

export function createFiles(bucket: string, environment: NodeJS.ProcessEnv = process.env): Files {
  const client = new S3Client({
    maxAttempts: 5,
    requestHandler: requestLimits({ answerMs: ANSWER_MS }),
    // Otherwise a presigned URL would contain the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    forcePathStyle: environment.AWS_ENDPOINT_URL_S3 !== undefined,
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  const presign = async (
    command: PutObjectCommand | GetObjectCommand,
    { now, expiresInSeconds, signed = [] }: PresignOptions & { signed?: string[] },
  ): Promise<PresignedUrl> => ({
    url: await getSignedUrl(client, command, {
      expiresIn: expiresInSeconds,
      signingDate: now,
      signableHeaders: new Set(['host', ...signed]),
    }),
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1000).toISOString(),
  });
  return {
    presignUpload: (key, { content = {}, ...options }) => {
      const { bytes: ContentLength, contentType: ContentType } = content;
      const signed = [
        ...(ContentLength === undefined ? [] : ['content-length']),
        ...(ContentType === undefined ? [] : ['content-type']),
      ];
      return presign(new PutObjectCommand({ ...at(key), ContentLength, ContentType }), {
        ...options,
        signed,
      });
    },
    presignDownload: (key, options) =>
      presign(
        new GetObjectCommand({
          ...at(key),
          ResponseContentDisposition: `attachment; filename="${options.fileName}"`,
          // The URL works without credentials, so a cache would serve the file to others.
          ResponseCacheControl: 'no-store',
        }),
        options,
      ),
    find: async (key) => {
      try {
        const { ContentLength: bytes = 0, ETag: tag = '' } = await client.send(
          new HeadObjectCommand(at(key)),
        );
        return { bytes, tag };
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    read: async (key, { tag } = {}) => {
      try {
        const { Body: body } = await client.send(new GetObjectCommand({ ...at(key), IfMatch: tag }));
        return body as Readable;
      } catch (error) {
        throw unavailable(error) ?? error;
      }
    },
    put: async (key, { body, contentType }) => {
      await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType: contentType }));
    },
    startUpload: async (key, { contentType }) => {
      const { UploadId: uploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...at(key), ContentType: contentType }),
      );
      if (uploadId === undefined) throw new Error('S3 gave the upload no id');
      return { key, uploadId };
    },
    putPart: async ({ key, uploadId }, { number, body }) => {
      try {
        const { ETag: tag } = await client.send(
          new UploadPartCommand({ ...at(key), UploadId: uploadId, PartNumber: number, Body: body }),
        );
        if (tag === undefined) throw new Error('S3 gave the part no tag');
        return tag;
      } catch (error) {
        throw unavailable(error) ?? error;
      }
    },
    completeUpload: async ({ key, uploadId }, tags) => {
      try {
        await client.send(
          new CompleteMultipartUploadCommand({
            ...at(key),
            UploadId: uploadId,
            MultipartUpload: { Parts: tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
          }),
        );
      } catch (error) {
        throw unavailable(error) ?? error;
      }
    },
    abortUpload: async ({ key, uploadId }) => {
      await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId }));
    },
    delete: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
  };
}

function unavailable(error: unknown): FileUnavailableError | undefined {
  if (!(error instanceof S3ServiceException)) return undefined;
  switch (error.$metadata.httpStatusCode) {
    case 404:
      return new FileUnavailableError('gone');
    case 412:
      return new FileUnavailableError('replaced');
    default:
      return undefined;
  }
}
