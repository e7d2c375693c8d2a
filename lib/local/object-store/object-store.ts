import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isForLoopback, isFromProgram } from '../callers';
import type { LocalCredentials } from '../credentials';
import { readBody } from '../loopback-server';
import { ObjectFolder } from './object-folder';
import { verifyPresigned } from './presigned-request';

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
  /** Origin whose pages may upload. */
  pageOrigin: string;
  onError: (error: unknown) => void;
}): Promise<ObjectStore> {
  const { credentials, pageOrigin } = options;
  const objects = new ObjectFolder(options.folder);
  const server = createServer((request, response) => {
    answer({ request, response, objects, credentials, pageOrigin }).catch((error: unknown) => {
      options.onError(error);
      if (response.headersSent) response.destroy();
      else
        refuse(response, {
          status: 500,
          code: 'InternalError',
          message: 'We encountered an internal error.',
        });
    });
  });
  // Uploads of a gigabyte take long.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clear: () => objects.clear(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (options.isInMemory) objects.destroy();
    },
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  objects: ObjectFolder;
  credentials: LocalCredentials;
  pageOrigin: string;
}

async function answer(exchange: Exchange): Promise<void> {
  const { request, response, objects } = exchange;
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  if (isPreflight(request)) return answerPreflight(exchange);
  if (isPageUpload(exchange, request.method)) allowPage(exchange);
  const refusal = refusalOf(exchange, url);
  if (refusal) return refuse(response, refusal);
  const name = decodeURIComponent(url.pathname.slice(1));
  const query = url.searchParams;
  const uploadId = query.get('uploadId');
  const contentType = request.headers['content-type'] ?? 'application/octet-stream';
  switch (request.method) {
    case 'PUT': {
      const part = uploadId === null ? name : partName(uploadId, query.get('partNumber'));
      const { etag } = await objects.put(part, request, contentType);
      response.writeHead(200, { etag }).end();
      return;
    }
    case 'POST':
      return uploadId === null
        ? startUpload(response, name, contentType)
        : completeUpload(exchange, { name, uploadId });
    case 'GET':
    case 'HEAD':
      return sendObject(exchange, { name, query });
    case 'DELETE':
      if (uploadId === null) await objects.remove(name);
      response.writeHead(204).end();
      return;
    default:
      refuse(response, { status: 405, code: 'MethodNotAllowed', message: 'The method is not allowed.' });
  }
}

interface Refusal {
  status: number;
  code: string;
  message: string;
}

function refusalOf({ request, credentials }: Exchange, url: URL): Refusal | undefined {
  const { headers, method = 'GET' } = request;
  if (!isForLoopback(headers)) return ACCESS_DENIED;
  if (isStreamSigned(headers['x-amz-content-sha256'])) {
    return { status: 501, code: 'NotImplemented', message: 'The local S3 takes no chunks with signatures.' };
  }
  if (headers.authorization !== undefined && isFromProgram(headers, credentials.accessKeyId))
    return undefined;
  switch (verifyPresigned({ method, url, headers }, { credentials, now: new Date() })) {
    case 'valid':
      return undefined;
    case 'expired':
      return { ...ACCESS_DENIED, message: 'Request has expired' };
    case 'wrongSignature':
      return { status: 403, code: 'SignatureDoesNotMatch', message: 'The signature does not match.' };
    case 'notPresigned':
      return ACCESS_DENIED;
  }
}

/** Returns true for uploads from the console's pages, which the bucket's CORS rule allows. */
const isPageUpload = ({ request, pageOrigin }: Exchange, method: string | undefined) =>
  method === 'PUT' && request.headers.origin === pageOrigin;

function allowPage({ response, pageOrigin }: Exchange): void {
  response.setHeader('access-control-allow-origin', pageOrigin);
  response.setHeader('vary', 'origin');
}

/** Returns true for a browser's preflight request, before it sends a file to another origin. */
const isPreflight = ({ method, headers }: IncomingMessage) =>
  method === 'OPTIONS' && isForLoopback(headers) && headers['access-control-request-method'] !== undefined;

function answerPreflight(exchange: Exchange): void {
  const { request, response } = exchange;
  if (!isPageUpload(exchange, request.headers['access-control-request-method'])) {
    return refuse(response, {
      status: 403,
      code: 'AccessForbidden',
      message: 'CORSResponse: This CORS request is not allowed.',
    });
  }
  allowPage(exchange);
  response
    .writeHead(204, {
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '3600',
    })
    .end();
}

const ACCESS_DENIED: Refusal = { status: 403, code: 'AccessDenied', message: 'Access Denied' };

const isStreamSigned = (hash: string | string[] | undefined) => String(hash).startsWith('STREAMING-');

const partName = (uploadId: string, partNumber: string | null) => `upload ${uploadId} ${partNumber}`;

/** Starts an upload. Its id carries the type of its content, which the last request does not repeat. */
function startUpload(response: ServerResponse, name: string, contentType: string): void {
  const uploadId = `${randomUUID()}.${Buffer.from(contentType).toString('base64url')}`;
  sendXml(
    response,
    `<InitiateMultipartUploadResult><Key>${escapeXml(name)}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
  );
}

async function completeUpload(
  { request, response, objects }: Exchange,
  { name, uploadId }: { name: string; uploadId: string },
): Promise<void> {
  const body = (await readBody(request, MAX_COMPLETION_BYTES)) ?? '';
  const numbers = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number = '']) => number);
  const parts = numbers.map((number) => partName(uploadId, number));
  const found = await Promise.all(parts.map((part) => objects.find(part)));
  if (parts.length === 0 || found.includes(undefined)) {
    return refuse(response, { status: 400, code: 'InvalidPart', message: 'A part could not be found.' });
  }
  const contentType = Buffer.from(uploadId.split('.')[1] ?? '', 'base64url').toString();
  const { etag } = await objects.join(name, parts, contentType);
  sendXml(
    response,
    `<CompleteMultipartUploadResult><Key>${escapeXml(name)}</Key><ETag>${escapeXml(etag)}</ETag></CompleteMultipartUploadResult>`,
  );
}

async function sendObject(
  { request, response, objects }: Exchange,
  { name, query }: { name: string; query: URLSearchParams },
): Promise<void> {
  const found = await objects.find(name);
  if (!found) {
    return refuse(response, {
      status: 404,
      code: 'NoSuchKey',
      message: 'The specified key does not exist.',
    });
  }
  const asked = request.headers['if-match'];
  if (asked !== undefined && asked !== found.etag) {
    return refuse(response, {
      status: 412,
      code: 'PreconditionFailed',
      message: 'At least one of the pre-conditions you specified did not hold',
    });
  }
  const disposition = query.get('response-content-disposition');
  const cacheControl = query.get('response-cache-control');
  response.writeHead(200, {
    'content-length': found.size,
    'content-type': query.get('response-content-type') ?? found.contentType,
    etag: found.etag,
    'last-modified': new Date(found.modifiedAt).toUTCString(),
    ...(disposition !== null && { 'content-disposition': disposition }),
    ...(cacheControl !== null && { 'cache-control': cacheControl }),
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(objects.read(name), response);
}

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function refuse(response: ServerResponse, { status, code, message }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
