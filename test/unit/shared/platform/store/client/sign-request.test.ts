import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { createSigner } from '../../../../../../shared/platform/store/client/sign-request';

class Sha256 {
  private readonly hash;
  constructor(secret?: string | Uint8Array) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret);
  }
  update(data: string | Uint8Array) {
    this.hash.update(data);
  }
  async digest() {
    return new Uint8Array(this.hash.digest());
  }
}

const REGION = 'eu-central-1';
const text = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abcXYZ019+/=') });

it('signs as the SDK does, with a session and without one, from day to day', async () => {
  const sign = createSigner(REGION);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        accessKeyId: text,
        secretAccessKey: text,
        sessionToken: fc.option(text, { nil: undefined }),
      }),
      fc.string({ maxLength: 200 }),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
      async (credentials, body, now) => {
        const signer = new SignatureV4({
          service: 'dynamodb',
          region: REGION,
          sha256: Sha256 as never,
          applyChecksum: false,
          credentials: {
            ...{ accessKeyId: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey },
            ...(credentials.sessionToken !== undefined && { sessionToken: credentials.sessionToken }),
          },
        });
        const host = 'dynamodb.eu-central-1.amazonaws.com';
        const target = 'DynamoDB_20120810.GetItem';
        const expected = await signer.sign(
          {
            method: 'POST',
            protocol: 'https:',
            hostname: host,
            path: '/',
            query: {},
            headers: { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target },
            body,
          },
          { signingDate: now },
        );
        expect(sign({ host, target, body, credentials, now })).toEqual(expected.headers);
      },
    ),
    { numRuns: 100 },
  );
});
