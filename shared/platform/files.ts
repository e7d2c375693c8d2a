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
import { requestLimits } from './request-limits';

/** S3's own limit for every part but the last. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;

/** A presigned URL: its holder may use it until an ISO time. */
export interface PresignedUrl {
  url: string;
  expiresAt: string;
}

/** Content that is stored in parts; it appears once all of them are complete. */
export interface Upload {
  key: string;
  uploadId: string;
}

/** A file as it is at some time: its tag is another one once its content was replaced. */
export interface FoundFile {
  bytes: number;
  tag: string;
}

/** A file that cannot be read: it is `gone`, or was `replaced` since its tag was read. */
export class FileUnavailableError extends Error {
  override readonly name = 'FileUnavailableError';

  constructor(readonly reason: 'gone' | 'replaced') {
    super(`The file is ${reason}`);
  }
}

/** The private bucket for files that people bring and fetch. */
export interface Files {
  /** @param options.content what the URL is for: S3 refuses a file of another size or type. Any file unless given */
  presignUpload(key: string, options: PresignOptions & { content?: AnnouncedContent }): Promise<PresignedUrl>;
  /** @param options.fileName under which a browser stores it */
  presignDownload(key: string, options: PresignOptions & { fileName: string }): Promise<PresignedUrl>;
  /** @returns `undefined` when there is no such file */
  find(key: string): Promise<FoundFile | undefined>;
  /**
   * @param options.tag of the content that is meant; whatever is there unless given
   * @throws FileUnavailableError
   */
  read(key: string, options?: { tag?: string | undefined }): Promise<Readable>;
  put(key: string, content: { body: string | Buffer; contentType: string }): Promise<void>;
  startUpload(key: string, options: { contentType: string }): Promise<Upload>;
  /**
   * @returns the tag that completing asks for. Storing a part again replaces it.
   * @throws FileUnavailableError S3 has dropped the upload
   */
  putPart(upload: Upload, part: { number: number; body: Buffer }): Promise<string>;
  /**
   * @param tags of the parts, in their order
   * @throws FileUnavailableError S3 has dropped the upload, or completed it before
   */
  completeUpload(upload: Upload, tags: string[]): Promise<void>;
  abortUpload(upload: Upload): Promise<void>;
  delete(key: string): Promise<void>;
}

/** A file that is going to be uploaded, as far as its sender has said. */
export interface AnnouncedContent {
  bytes?: number | undefined;
  contentType?: string | undefined;
}

interface PresignOptions {
  now: Date;
  expiresInSeconds: number;
}

/** A part has megabytes. */
const ANSWER_MS = 60_000;

export function createFiles(bucket: string, environment: NodeJS.ProcessEnv = process.env): Files {
  const client = new S3Client({
    maxAttempts: 5,
    requestHandler: requestLimits({ answerMs: ANSWER_MS }),
    // A presigned URL would ask for the checksum of an empty body.
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
          // Its holder needs no credentials, and caches would serve it to others.
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
