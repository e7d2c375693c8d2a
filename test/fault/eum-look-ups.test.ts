import { createEumLookUps } from '../../shared/platform/provider/eum/look-up';
import type { LookUpOutcome } from '../../shared/platform/provider/port';
import { pointEumAt, startWireServer, type WireServer, type WireStep } from '../support/aws/wire-server';

const NUMBER = '+12125550123';

let server: WireServer;

beforeAll(async () => {
  server = await startWireServer();
  pointEumAt(server.url);
});
afterAll(() => server.stop());

async function lookUp(step: WireStep, timeoutMs = 300): Promise<LookUpOutcome> {
  server.requests.splice(0);
  server.behave(step);
  const eum = createEumLookUps();
  try {
    return await eum.lookUp(NUMBER, { timeoutMs });
  } finally {
    eum.close();
  }
}

const found = (PhoneNumberType: string): WireStep => ({
  status: 200,
  body: JSON.stringify({ E164PhoneNumber: NUMBER, PhoneNumberType, Carrier: 'Some carrier' }),
});
const exception = (status: number, type: string, fields: object = {}): WireStep => ({
  status,
  body: JSON.stringify({ __type: type, Message: NUMBER, ...fields }),
});

it('asks for the number alone', async () => {
  await lookUp(found('MOBILE'));
  expect(server.requests.map(({ target, body }) => [target, JSON.parse(body) as unknown])).toEqual([
    ['PinpointSMSVoiceV2.CarrierLookup', { PhoneNumber: NUMBER }],
  ]);
});

it('takes what is left of a wait, in parts of a millisecond', async () => {
  expect(await lookUp(found('LANDLINE'), 299.7)).toEqual({ outcome: 'found', lineType: 'landline' });
});

it.each([
  ['MOBILE', 'mobile'],
  ['LANDLINE', 'landline'],
  ['INVALID', 'invalid'],
  ['OTHER', 'other'],
  ['A_TYPE_TO_COME', 'other'],
])('finds a number of the type %s', async (type, lineType) => {
  expect(await lookUp(found(type))).toEqual({ outcome: 'found', lineType });
});

it.each([
  ['ThrottlingException', 400, {}, 1],
  ['AccessDeniedException', 400, {}, 120],
  ['AccessDeniedException', 400, { Reason: 'ACCOUNT_DISABLED' }, 120],
  ['ServiceQuotaExceededException', 400, {}, 120],
  ['InternalServerException', 500, {}, 5],
])('is unavailable after %s', async (type, status, fields, retryAfterSeconds) => {
  const outcome = await lookUp(exception(status, type, fields));
  expect(outcome).toMatchObject({ outcome: 'unavailable', retryAfterSeconds });
  expect(JSON.stringify(outcome)).not.toContain(NUMBER);
  expect(server.requests).toHaveLength(1);
});

it('refuses the number alone after a ValidationException', async () => {
  const fields = { Reason: 'INVALID_PARAMETER', Fields: [{ Name: 'PhoneNumber', Message: NUMBER }] };
  expect(await lookUp(exception(400, 'ValidationException', fields))).toEqual({
    outcome: 'refused',
    providerReason: 'ValidationException INVALID_PARAMETER PhoneNumber',
  });
});

it.each(['hang', 'resetAfterReading', 'closeAfterReading', 'resetWithinTheAnswer'] as const)(
  'is unavailable when there is no answer in time: %s',
  async (step) => {
    const beganMs = performance.now();
    expect(await lookUp(step)).toMatchObject({ outcome: 'unavailable', retryAfterSeconds: 5 });
    expect(performance.now() - beganMs).toBeLessThan(2_000);
  },
);
