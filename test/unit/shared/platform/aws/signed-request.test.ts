import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { Sha256 } from '../../../../../lib/local/sha256';
import { createSigner } from '../../../../../shared/platform/aws/signed-request';

const REGION = 'eu-central-1';
const text = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom(...'abcXYZ019+/=') });
const credentialsOf = fc.record({
  accessKeyId: text,
  secretAccessKey: text,
  sessionToken: fc.option(text, { nil: undefined }),
});
const path = fc.array(
  fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...`aZ9-_.~:@ !'()*,;=+$ä%`) }),
);
const request = fc.record({
  method: fc.constantFrom('GET' as const, 'PUT' as const, 'POST' as const),
  url: path.map((parts) => new URL(`https://aws.example:8443/${parts.map(encodeURIComponent).join('/')}`)),
  headers: fc.constantFrom(
    { 'content-type': 'text/plain' },
    { 'x-amz-target': 'Secrets.Get', accept: '*/*' },
  ),
  body: fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  ),
});
const dates = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });

it.each(['dynamodb', 'lambda', 's3'])('signs for %s as the SDK does, from day to day', async (service) => {
  const sign = createSigner({ service, region: REGION });
  await fc.assert(
    fc.asyncProperty(credentialsOf, request, dates, async (credentials, { url, ...others }, now) => {
      const { accessKeyId, secretAccessKey, sessionToken } = credentials;
      const signer = new SignatureV4({
        ...{ service, region: REGION, sha256: Sha256 },
        applyChecksum: service === 's3',
        uriEscapePath: service !== 's3',
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
      });
      const { protocol, hostname, pathname, host } = url;
      const expected = await signer.sign(
        { ...others, headers: { ...others.headers, host }, protocol, hostname, path: pathname, query: {} },
        { signingDate: now },
      );
      expect(sign({ url, ...others }, { credentials, now })).toEqual(expected.headers);
    }),
    { numRuns: 100 },
  );
});
