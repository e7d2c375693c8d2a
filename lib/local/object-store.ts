import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SignatureV4 } from '@smithy/signature-v4';
import { Sha256 } from './sha256';
import {
  isForLoopback,
  isFromProgram,
  readBody,
  type RequestHandler,
  startLoopbackServer,
} from './loopback-server';
import type { LocalCredentials } from './credentials';
import { FILE_MODE, FOLDER_MODE, readIfPresent } from './files';
import { LOCAL_REGION } from './template';

/** The local S3. */
export interface ObjectStore {
  /** Origin, without a slash at the end. */
  url: string;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const MAX_COMPLETION_BYTES = 2 * 1024 * 1024;

/**
 * Starts a server that implements the part of S3 that the service needs: objects by path-style addresses, uploads in
 * parts, and presigned URLs, which are the only requests that it takes without the access key. Objects are stored on
 * the disk and remain over a restart. Buckets need not be created.
 */
export async function startObjectStore(options: {
  folder: string;
  credentials: LocalCredentials;
  /** Removes the objects when the store stops. */
  isInMemory: boolean;
  /** Origin whose pages may upload and read. */
  pageOrigin: string;
  onError: (error: unknown) => void;
}): Promise<ObjectStore> {
  const { folder, pageOrigin, onError } = options;
  const objects = openFolder(folder);
  const refusalOf = createGuard(options.credentials);
  const answer: RequestHandler = async (request, response) => {
    const { method = 'GET', headers } = request;
    const asked = headers['access-control-request-method'];
    // The bucket's CORS rule allows the console's pages to upload and to read.
    if (headers.origin === pageOrigin && ['GET', 'PUT'].includes(asked ?? method)) {
      response.setHeader('access-control-allow-origin', pageOrigin);
      if (method === 'OPTIONS') return answerPreflight(response);
    }
    const url = new URL(request.url ?? '/', 'http://localhost');
    const refusal = await refusalOf({ method, url, headers });
    if (refusal) return refuse(response, ...refusal);
    const name = decodeURIComponent(url.pathname.slice(1));
    const uploadId = url.searchParams.get('uploadId');
    const contentType = headers['content-type'] ?? 'application/octet-stream';
    switch (method) {
      case 'PUT': {
        const part = uploadId === null ? name : partName(uploadId, url.searchParams.get('partNumber'));
        const { etag } = await objects.put(part, request, contentType);
        response.writeHead(200, { etag }).end();
        return;
      }
      case 'POST':
        return uploadId === null
          ? startUpload(response, contentType)
          : completeUpload(objects, { request, response, name, uploadId });
      case 'DELETE':
        if (uploadId === null) await objects.remove(name);
        response.writeHead(204).end();
        return;
      default:
        return sendObject(objects, { request, response, name, query: url.searchParams });
    }
  };
  const server = await startLoopbackServer(answer, { admits: isForLoopback, onError });
  return {
    url: server.url,
    clear: async () => objects.clear(),
    stop: async () => {
      await server.stop();
      if (options.isInMemory) objects.clear();
    },
  };
}

type Refusal = [status: number, code: string, message: string];

/**
 * Creates the check of callers. A presigned URL is signed again, by the code that signs for AWS: another method, path,
 * type or size than the announced one gives another signature.
 */
function createGuard(credentials: LocalCredentials) {
  const signer = new SignatureV4({
    service: 's3',
    region: LOCAL_REGION,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
  });
  return async ({
    method,
    url,
    headers,
  }: {
    method: string;
    url: URL;
    headers: IncomingHttpHeaders;
  }): Promise<Refusal | undefined> => {
    if (String(headers['x-amz-content-sha256']).startsWith('STREAMING-'))
      return [501, 'NotImplemented', 'The local S3 takes no chunks with signatures.'];
    if (headers.authorization !== undefined && isFromProgram(headers, credentials.accessKeyId))
      return undefined;
    const {
      'X-Amz-Signature': given,
      'X-Amz-SignedHeaders': names = '',
      'X-Amz-Date': date = '',
      'X-Amz-Expires': seconds,
      'X-Amz-Credential': credential = '',
      'X-Amz-Algorithm': _algorithm,
      'X-Amz-Content-Sha256': payload = '',
      ...query
    } = Object.fromEntries(url.searchParams);
    const signedAt = new Date(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:'));
    if (!credential.startsWith(`${credentials.accessKeyId}/`) || Number.isNaN(signedAt.getTime()))
      return [403, 'AccessDenied', 'Access Denied'];
    const signedHeaders = names.split(';');
    const { query: signed = {} } = await signer.presign(
      {
        method,
        protocol: 'http:',
        hostname: 'localhost',
        path: url.pathname,
        query,
        headers: {
          // Its name is part of what is signed.
          'X-Amz-Content-Sha256': payload,
          ...Object.fromEntries(signedHeaders.map((name) => [name, String(headers[name])])),
        },
      },
      {
        signingDate: signedAt,
        expiresIn: Number(seconds),
        signableHeaders: new Set(signedHeaders),
      },
    );
    if (signed['X-Amz-Signature'] !== given)
      return [403, 'SignatureDoesNotMatch', 'The signature does not match.'];
    return Date.now() < signedAt.getTime() + Number(seconds) * 1000
      ? undefined
      : [403, 'AccessDenied', 'Request has expired'];
  };
}

function answerPreflight(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '3600',
    })
    .end();
}

const partName = (uploadId: string, partNumber: string | null) => `upload ${uploadId} ${partNumber}`;

/** Starts an upload. Its id carries the type of its content, which the last request does not repeat. */
function startUpload(response: ServerResponse, contentType: string): void {
  const uploadId = `${randomUUID()}.${Buffer.from(contentType).toString('base64url')}`;
  sendXml(
    response,
    200,
    `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  );
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  name: string;
}

async function completeUpload(
  objects: ObjectFolder,
  { request, response, name, uploadId }: Exchange & { uploadId: string },
): Promise<void> {
  const body = (await readBody(request, MAX_COMPLETION_BYTES)) ?? '';
  const parts = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number = '']) =>
    partName(uploadId, number),
  );
  if (parts.length === 0 || parts.some((part) => objects.find(part) === undefined))
    return refuse(response, 400, 'InvalidPart', 'A part could not be found.');
  const readAll = async function* () {
    for (const part of parts) yield* objects.read(part) as AsyncIterable<Buffer>;
  };
  const contentType = Buffer.from(uploadId.split('.')[1] ?? '', 'base64url').toString();
  const { etag } = await objects.put(name, Readable.from(readAll()), contentType);
  await Promise.all(parts.map((part) => objects.remove(part)));
  const quoted = etag.replaceAll('"', '&quot;');
  sendXml(
    response,
    200,
    `<CompleteMultipartUploadResult><ETag>${quoted}</ETag></CompleteMultipartUploadResult>`,
  );
}

async function sendObject(
  objects: ObjectFolder,
  { request, response, name, query }: Exchange & { query: URLSearchParams },
): Promise<void> {
  const found = objects.find(name);
  if (!found) return refuse(response, 404, 'NoSuchKey', 'The specified key does not exist.');
  const { 'if-match': asked = found.etag } = request.headers;
  if (asked !== found.etag)
    return refuse(response, 412, 'PreconditionFailed', 'A pre-condition that you specified did not hold');
  const disposition = query.get('response-content-disposition');
  const cacheControl = query.get('response-cache-control');
  response.writeHead(200, {
    'content-length': found.size,
    'content-type': found.contentType,
    etag: found.etag,
    'last-modified': new Date(found.modifiedAt).toUTCString(),
    ...(disposition !== null && { 'content-disposition': disposition }),
    ...(cacheControl !== null && { 'cache-control': cacheControl }),
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(objects.read(name), response);
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function refuse(response: ServerResponse, ...[status, code, message]: Refusal): void {
  response.setHeader('connection', 'close');
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

interface StoredObject {
  size: number;
  etag: string;
  contentType: string;
  modifiedAt: string;
}

type ObjectFolder = ReturnType<typeof openFolder>;

/** Opens a folder of objects: for each one a file for the content, and one that describes it. */
function openFolder(path: string) {
  // An object's own name has slashes and may be too long.
  const fileOf = (name: string, kind: string) =>
    join(path, `${createHash('sha256').update(name).digest('hex')}.${kind}`);
  const contentPath = (name: string) => fileOf(name, 'content');
  const aboutPath = (name: string) => fileOf(name, 'json');
  return {
    /** Replaces the object once all of the content has arrived. */
    put: async (name: string, content: Readable, contentType: string): Promise<StoredObject> => {
      await mkdir(path, { recursive: true, mode: FOLDER_MODE });
      const draft = join(path, `${randomUUID()}.draft`);
      const hash = createHash('md5');
      let size = 0;
      const measure = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      };
      try {
        await pipeline(content, measure, createWriteStream(draft, { mode: FILE_MODE }));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      const etag = `"${hash.digest('hex')}"`;
      const stored = { size, etag, contentType, modifiedAt: new Date().toISOString() };
      await rename(draft, contentPath(name));
      await writeFile(aboutPath(name), JSON.stringify({ name, ...stored }), { mode: FILE_MODE });
      return stored;
    },
    find: (name: string): StoredObject | undefined => {
      const about = readIfPresent(aboutPath(name));
      return about === undefined ? undefined : (JSON.parse(about) as StoredObject);
    },
    read: (name: string): Readable => createReadStream(contentPath(name)),
    remove: async (name: string): Promise<void> => {
      await rm(aboutPath(name), { force: true });
      await rm(contentPath(name), { force: true });
    },
    clear: () => rmSync(path, { recursive: true, force: true }),
  };
}
