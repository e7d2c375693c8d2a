import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Many small things in one attribute: DynamoDB bills by the KB and by the item. */
export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value));
}

export function unpack(data: unknown): unknown {
  return JSON.parse(inflateRawSync(data as Uint8Array).toString('utf8')) as unknown;
}
