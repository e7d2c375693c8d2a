import {
  pageOf,
  positionsOf,
  readResults,
  type RecipientResult,
  resultItem,
  countsOf,
} from '../../../../../../shared/sending/jobs/results/result';
import { pack } from '../../../../../../shared/platform/store/packing';
import { aJob } from '../a-job';

const AT_MS = Date.parse('2026-03-01T12:00:00.000Z');
const SENT: RecipientResult = { status: 'sent', atMs: AT_MS };
const REFUSED: RecipientResult = {
  status: 'failed',
  atMs: AT_MS,
  errorType: 'invalid_number',
  errorMessage: 'No such number.',
};
const UNKNOWN: RecipientResult = { status: 'unknown', atMs: AT_MS };
const SKIPPED: RecipientResult = { status: 'skipped', atMs: AT_MS, reason: 'opted_out' };

describe('results of a page', () => {
  it('are read as they were written', () => {
    const results = new Map<number, RecipientResult>([
      [25, SENT],
      [26, { ...SENT, body: 'Hello Ada', providerMessageId: '862a8790-60c0' }],
      [27, REFUSED],
      [28, { ...UNKNOWN, body: 'Hello Bob' }],
      [29, SKIPPED],
    ]);

    const item = resultItem({ job: aJob(), chunk: 2, page: 1, results, revision: 3 });

    expect({ pk: item.pk, sk: item.sk }).toEqual({
      pk: 'JOB#brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      sk: 'RESULT#00002#001',
    });
    expect(readResults(item)).toEqual({ results, revision: 3 });
  });

  it('are read as the first release stored them', () => {
    const rows = [
      [0, 'sent', AT_MS],
      [1, 'sent', AT_MS, null, null, 'Hello Ada', '862a8790-60c0'],
      [2, 'failed', AT_MS, 'invalid_number', 'No such number.'],
      [3, 'failed', AT_MS, 'outcome_unknown', 'The provider gave no answer.', 'Hello Bob', null],
      [4, 'skipped', AT_MS, 'opted_out', null, null, null],
    ];
    const item = { pk: 'JOB#brc_1', sk: 'RESULT#00001#000', revision: 2, data: pack(rows) };
    expect([...readResults(item).results.values()]).toEqual([
      SENT,
      { ...SENT, body: 'Hello Ada', providerMessageId: '862a8790-60c0' },
      REFUSED,
      { ...UNKNOWN, body: 'Hello Bob' },
      SKIPPED,
    ]);
  });

  it.each([
    ['is not packed', Buffer.from('+12125550123')],
    ['has an unknown status', pack([[0, 'lost', AT_MS]])],
    ['has a skip without a reason', pack([[0, 'skipped', AT_MS]])],
  ])('are refused where the item %s, without a word of what is in it', (_, data) => {
    const item = { pk: 'JOB#brc_1', sk: 'RESULT#00001#000', revision: 2, data };
    expect(() => readResults(item)).toThrow(/^A stored resultPage has an unexpected data/);
  });

  it('are none at revision 0 without an item', () => {
    expect(readResults(undefined)).toEqual({ results: new Map(), revision: 0 });
  });

  it('of 25 recipients with long texts of their own stay far below what an item may hold', () => {
    const results = new Map(
      Array.from({ length: 25 }, (_, position) => [
        position,
        {
          ...SENT,
          body: String.fromCodePoint(
            ...Array.from({ length: 640 }, (_, i) => 0x4e00 + ((i * 7919 + position) % 20_000)),
          ),
        },
      ]),
    );

    const item = resultItem({ job: aJob(), chunk: 1, page: 0, results, revision: 1 });

    expect((item.data as Uint8Array).byteLength).toBeLessThan(100_000);
  });
});

it('puts 25 positions into a page', () => {
  expect([0, 24, 25, 499].map(pageOf)).toEqual([0, 0, 1, 19]);
  expect(positionsOf(0, 500)).toHaveLength(25);
  expect(positionsOf(2, 53)).toEqual([50, 51, 52]);
  expect(positionsOf(3, 53)).toEqual([]);
});

it('counts results by their status, and unknown outcomes besides', () => {
  expect(countsOf([SENT, SENT, REFUSED, UNKNOWN, SKIPPED])).toEqual({
    sent: 2,
    failed: 2,
    skipped: 1,
    unknown: 1,
  });
});
