import {
  checkPutEventsRequest,
  type PutEventsEntry,
  toEventEnvelope,
} from '../../../../lib/local/put-events';

const ENTRY: PutEventsEntry = { Source: 'messaging', DetailType: 'tested', Detail: '{"a":1}' };
const OPTIONS = { id: 'evt-1', now: new Date('2026-11-20T12:00:00.123Z') };
const TOO_LARGE = 'Total size of the entries in the request is over the limit.';

describe('checkPutEventsRequest', () => {
  it.each<[string, unknown, string | undefined]>([
    ['one entry', [ENTRY], undefined],
    ['ten entries', Array(10).fill(ENTRY), undefined],
    ['eleven entries', Array(11).fill(ENTRY), 'Entries must hold at most 10 entries.'],
    ['no entry', [], 'Entries must hold at least one entry.'],
    ['no list', undefined, 'Entries must hold at least one entry.'],
    ['256 KB', [{ Detail: 'x'.repeat(262_144) }], undefined],
    ['a byte more than 256 KB', [{ Detail: 'x'.repeat(262_145) }], TOO_LARGE],
    ['256 KB with a time', [{ Detail: 'x'.repeat(262_130), Time: 1 }], undefined],
    ['a byte more with a time', [{ Detail: 'x'.repeat(262_131), Time: 1 }], TOO_LARGE],
    [
      '256 KB over two entries',
      [{ Source: 'é'.repeat(65_536) }, { DetailType: 'x'.repeat(131_072) }],
      undefined,
    ],
    [
      'a byte more over two entries',
      [{ Source: 'é'.repeat(65_536) }, { Resources: ['x'.repeat(131_073)] }],
      TOO_LARGE,
    ],
  ])('decides on %s', (_, entries, expected) => {
    expect(checkPutEventsRequest(entries)).toBe(expected);
  });
});

describe('toEventEnvelope', () => {
  it('makes the event that targets get', () => {
    expect(toEventEnvelope({ ...ENTRY, Resources: ['arn:contact'], Time: 1_795_176_060.5 }, OPTIONS)).toEqual(
      {
        version: '0',
        id: 'evt-1',
        'detail-type': 'tested',
        source: 'messaging',
        account: '000000000000',
        time: '2026-11-20T12:01:00Z',
        region: 'us-east-1',
        resources: ['arn:contact'],
        detail: { a: 1 },
      },
    );
  });

  it('takes the time of arrival when the entry has none', () => {
    expect(toEventEnvelope(ENTRY, OPTIONS)).toMatchObject({ time: '2026-11-20T12:00:00Z', resources: [] });
  });

  it.each(['Source', 'DetailType', 'Detail'] as const)('refuses an entry without %s', (name) => {
    const expected = {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
    };
    const { [name]: _removed, ...rest } = ENTRY;
    expect([toEventEnvelope(rest, OPTIONS), toEventEnvelope({ ...ENTRY, [name]: '' }, OPTIONS)]).toEqual([
      expected,
      expected,
    ]);
  });

  it.each(['{', '[]', '"text"', '7', 'null', 'true'])('refuses %s as the detail', (Detail) => {
    expect(toEventEnvelope({ ...ENTRY, Detail }, OPTIONS)).toEqual({
      ErrorCode: 'MalformedDetail',
      ErrorMessage: 'Detail is malformed.',
    });
  });
});
