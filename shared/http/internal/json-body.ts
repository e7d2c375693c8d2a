import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Request } from '@middy/core';
import jsonBodyParser, { type RequestEvent } from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../limits';
import { findStructureProblem, type StructureProblem } from './json-structure';

const unpack = promisify(gunzip);

/** Parsed request body, and its error, which is reported after the checks that come before. */
export interface ParsedBody {
  /** `undefined` when there is no body, or it could not be parsed. */
  value: unknown;
  error: ServiceError | undefined;
}

export const NO_BODY: ParsedBody = { value: undefined, error: undefined };

/**
 * Parses the JSON body of a request: plain, base64 as API Gateway passes it, or gzip. A body of another media type is
 * parsed as well, for the idempotency key of a repeated request; `error` is set beside it.
 *
 * `error` is UnsupportedMediaType for media type, charset or encoding, RequestTooLarge, MalformedJson, or
 * InvalidRequest for more brackets or values than any valid request has.
 *
 * @param options.maxBytes limit for the unpacked body; unpacking stops there
 */
export async function parseJsonBody(
  event: APIGatewayProxyEventV2,
  options: { maxBytes: number },
): Promise<ParsedBody> {
  if (event.body === undefined || event.body === '') return NO_BODY;
  const mediaTypeError = refuseMediaType(event.headers['content-type'] ?? '');
  try {
    return { value: await readJson(await readBytes(event, options.maxBytes)), error: mediaTypeError };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { value: undefined, error: mediaTypeError ?? error };
  }
}

const JSON_MEDIA_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const CHARSETS = /;\s*charset\s*=\s*"?([^\s";]*)/gi;
/** Charsets whose texts are also valid UTF-8. */
const UTF8_CHARSETS = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

function refuseMediaType(contentType: string): ServiceError | undefined {
  if (!JSON_MEDIA_TYPE.test(contentType)) {
    return new ServiceError('UnsupportedMediaType', { cause: 'mediaType' });
  }
  const charsets = Array.from(contentType.matchAll(CHARSETS), ([, name = '']) => name.toLowerCase());
  const isUtf8 = charsets.every((name) => UTF8_CHARSETS.includes(name));
  return isUtf8 ? undefined : new ServiceError('UnsupportedMediaType', { cause: 'charset' });
}

const parser = jsonBodyParser();
const headers: Record<string, string> = { 'content-type': 'application/json' };

async function readJson(bytes: Buffer): Promise<unknown> {
  const problem = findStructureProblem(bytes);
  if (problem) throw invalidRequest({ pointer: '', reason: describeProblem(problem) });
  const body = decodeText(bytes);
  if (body === '') return undefined;
  const request = { event: { headers, body } } as Request<RequestEvent>;
  try {
    await parser.before?.(request);
    return request.event.body;
  } catch {
    // The error of the parser quotes the body.
    throw new ServiceError('MalformedJson', { cause: 'json' });
  }
}

function describeProblem(problem: StructureProblem): string {
  switch (problem) {
    case 'tooDeep':
      return `must not be nested more than ${MAX_JSON_DEPTH} deep`;
    case 'tooManyValues':
      return `must not have more than ${MAX_JSON_VALUES} values`;
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('MalformedJson', { cause: 'utf8' });
  }
}

async function readBytes(event: APIGatewayProxyEventV2, maxBytes: number): Promise<Buffer> {
  const raw = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  switch (event.headers['content-encoding']?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      if (raw.length > maxBytes) throw new ServiceError('RequestTooLarge', { cause: 'body' });
      return raw;
    case 'gzip':
    case 'x-gzip':
      return unpackAtMost(raw, maxBytes);
    default:
      throw new ServiceError('UnsupportedMediaType', { cause: 'encoding' });
  }
}

async function unpackAtMost(packed: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unpack(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ServiceError('RequestTooLarge', { cause: 'unpacked' });
    }
    throw new ServiceError('MalformedJson', { cause: 'gzip' });
  }
}
