import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { deriveSealingKey } from '../../../../shared/platform/sealing-key';
import {
  newSigningSecret,
  openSecret,
  sealSecret,
  signatureHeaders,
} from '../../../../shared/webhooks/signing-secret';

const KEY = deriveSealingKey('key');
const OWNER = { accountId: 'acc_1', endpointId: 'end_1' };

describe('a signing secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const [one, other] = [newSigningSecret(), newSigningSecret()];
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(one).not.toBe(other);
  });

  it('opens for the key and the owner that it was sealed for', () => {
    const sealed = sealSecret('whsec_abc', { key: KEY, owner: OWNER });
    expect(openSecret(sealed, { key: KEY, owner: OWNER })).toBe('whsec_abc');
    expect(sealed).not.toContain('abc');
  });

  it('looks different each time it is sealed', () => {
    const options = { key: KEY, owner: OWNER };
    expect(sealSecret('whsec_abc', options)).not.toBe(sealSecret('whsec_abc', options));
  });

  it.each([
    ['another key', { key: deriveSealingKey('other'), owner: OWNER }],
    ['another account', { key: KEY, owner: { ...OWNER, accountId: 'acc_2' } }],
    ['another endpoint', { key: KEY, owner: { ...OWNER, endpointId: 'end_2' } }],
  ])('does not open for %s', (_what, options) => {
    const sealed = sealSecret('whsec_abc', { key: KEY, owner: OWNER });
    expect(() => openSecret(sealed, options)).toThrow();
  });

  it('does not open when a byte was changed', () => {
    const sealed = sealSecret('whsec_abc', { key: KEY, owner: OWNER });
    const bytes = Buffer.from(sealed.slice('v1.'.length), 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openSecret(`v1.${changed.toString('base64url')}`, { key: KEY, owner: OWNER })).toThrow();
    }
  });

  it.each(['', 'v1.', 'v2.AAAA', 'v1.AAAA', 'whsec_abc'])('does not open from %j', (sealed) => {
    expect(() => openSecret(sealed, { key: KEY, owner: OWNER })).toThrow('Not a sealed text');
  });
});

describe('signature headers', () => {
  it('are those of the example in the specification', () => {
    expect(
      signatureHeaders({
        eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        payload: '{"test": 2432232314}',
        secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
        at: new Date(1_614_265_330_999),
      }),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('verify with either of two secrets, whatever the payload', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const secrets = [newSigningSecret(), newSigningSecret()];
        const payload = JSON.stringify({ text });
        const headers = signatureHeaders({ eventId: 'evt_1', payload, secrets, at: new Date() });
        for (const secret of secrets) {
          expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
        }
        expect(() => new Webhook(newSigningSecret()).verify(payload, headers)).toThrow();
      }),
      { numRuns: 50 },
    );
  });
});
