import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { custom, type GenericSchema, pipe, rawTransform } from 'valibot';

/** Packs many small values into one attribute: DynamoDB bills by the KB and by the item. */
export function pack(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value));
}

/** Returns the schema of an attribute that `pack` made, with the schema of its content. */
export function packed<Schema extends GenericSchema>(schema: Schema) {
  return pipe(
    custom<Uint8Array>((value) => value instanceof Uint8Array),
    rawTransform<Uint8Array, unknown>(({ dataset, addIssue, NEVER }) => {
      try {
        return unpack(dataset.value);
      } catch {
        // The parser's own message is left out, because it quotes the data.
        addIssue({ expected: 'packed JSON' });
        return NEVER;
      }
    }),
    schema,
  );
}

function unpack(data: Uint8Array): unknown {
  return JSON.parse(inflateRawSync(data).toString('utf8')) as unknown;
}
