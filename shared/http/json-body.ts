import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ServiceError } from '../errors/service-error';
import { MAX_UNPACKED_BODY_BYTES } from '../limits';

const unpack = promisify(gunzip);
const parser = httpJsonBodyParser();

/** A request body: what could be read of it, and what is wrong with it, to be told in its turn. */
export interface ParsedBody {
  /** `undefined` when there is none, or it could not be read. */
  value: unknown;
  error: ServiceError | undefined;
}

/**
 * Reads the JSON body of a request: plain, base64 as API Gateway hands it over, or gzip. A body under another media type
 * is read as well, for the key of a request that is only repeated; its error stands beside it.
 *
 * `error` is 33102 unsupported media type or encoding, 33103 too large when unpacked, or 33101 malformed.
 */
export async function parseJsonBody(event: APIGatewayProxyEventV2): Promise<ParsedBody> {
  const hasBody = event.body !== undefined && event.body !== '';
  const isJson = JSON_MEDIA_TYPE.test(event.headers['content-type'] ?? '');
  const mediaTypeError = hasBody && !isJson ? new ServiceError(33102) : undefined;
  try {
    return { value: await readJsonBody(event), error: mediaTypeError };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { value: undefined, error: mediaTypeError ?? error };
  }
}

async function readJsonBody(event: APIGatewayProxyEventV2): Promise<unknown> {
  if (event.body === undefined || event.body === '') return undefined;
  const text = await readText(event);
  if (text === '') return undefined;
  try {
    const request = { event: { headers: { 'content-type': 'application/json' }, body: text } };
    await parser.before?.(request as never);
    return request.event.body;
  } catch {
    throw new ServiceError(33101);
  }
}

const JSON_MEDIA_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

async function readText(event: APIGatewayProxyEventV2): Promise<string> {
  const raw = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const bytes = await decode(raw, event.headers['content-encoding']);
  if (bytes.length > MAX_UNPACKED_BODY_BYTES) throw new ServiceError(33103);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError(33101);
  }
}

async function decode(raw: Buffer, contentEncoding: string | undefined): Promise<Buffer> {
  switch (contentEncoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return raw;
    case 'gzip':
    case 'x-gzip':
      try {
        return await unpack(raw, { maxOutputLength: MAX_UNPACKED_BODY_BYTES });
      } catch (error) {
        throw new ServiceError((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 33103 : 33101);
      }
    default:
      throw new ServiceError(33102);
  }
}
