import { showZone } from '../../../console/src/format/reader-clock';
import { readLogFilter, readTextFilter } from '../../../console/src/messages/text-filter';
import { adviseOn } from '../../../console/src/recipients/advice';
import { describeReason } from '../../../console/src/recipients/reasons';
import { missingOf, recipientsWith } from '../../../console/src/screens/messages/recipients-with';
import { readWanted } from '../../../console/src/screens/messages/read-wanted';

const ULID = '01M6PFKJPPM0PA8TJFP808ZNKE';

describe('what is to be found', () => {
  it.each(['+12065550123', '206 555 0123', '(206) 555-0123', '1-206-555-0123', ' 001 206 555 0123'])(
    'is the phone of %s',
    (text) => {
      expect(readWanted(text)).toEqual({ phone: '+12065550123' });
    },
  );

  it.each([
    [`msg_${ULID}`, `messages/msg_${ULID}`],
    [`brc_${ULID}`, `jobs/broadcast/brc_${ULID}`],
    [` cmp_${ULID} `, `campaigns/cmp_${ULID}?tab=recipients`],
    [`aut_${ULID}`, `automations/aut_${ULID}?tab=people`],
    ['Ada & Co', 'contacts?search=Ada%20%26%20Co'],
    ['2001', 'contacts?search=2001'],
  ])('of %j is a screen', (text, screen) => {
    expect(readWanted(text)).toEqual({ screen });
  });
});

describe('the recipients to which a row of the log leads', () => {
  it.each([
    ['queued', 'status=pending'],
    ['sent', 'status=sent'],
    ['delivered', 'deliveryStatus=delivered'],
    ['undelivered', 'deliveryStatus=failed'],
    ['received', ''],
    [undefined, ''],
  ] as const)('are, for texts in state %s, those of "%s"', (state, query) => {
    expect(recipientsWith(state, { failed: 1 })).toBe(query);
  });

  it('are, of those whose texts did not arrive, those not delivered, or else those who failed', () => {
    expect(recipientsWith('notArrived', { failed: 1, undelivered: 1 })).toBe('deliveryStatus=failed');
    expect(recipientsWith('notArrived', { failed: 1 })).toBe('status=failed');
    expect(recipientsWith('notArrived')).toBe('status=skipped');
  });

  it('are those who failed, or, when none has, those who were skipped', () => {
    expect(recipientsWith('failed', { failed: 1 })).toBe('status=failed');
    expect(recipientsWith('failed', { failed: 0 })).toBe('status=skipped');
  });
});

describe('the filter of texts', () => {
  beforeAll(() => showZone('America/New_York'));
  afterAll(() => showZone(undefined));

  it('has the number in the log, and no campaign', () => {
    const params = new URLSearchParams('state=sent&campaign=cmp_1&sender=%2B12065550100&from=2026-11-01');
    expect(readLogFilter(params)).toEqual({
      ...{ state: 'sent', sender: '+12065550100', from: '2026-11-01T04:00:00.000Z' },
    });
  });

  it('has whole days by the clock of the account, the last one included', () => {
    const params = new URLSearchParams('state=failed&campaign=cmp_1&from=2026-10-31&to=2026-11-01&phone=x');
    expect(readTextFilter(params)).toEqual({
      ...{ state: 'failed', campaign: 'cmp_1' },
      ...{ from: '2026-10-31T04:00:00.000Z', to: '2026-11-02T05:00:00.000Z' },
    });
  });

  it('leaves out what the address has in another form', () => {
    const params = new URLSearchParams('state=gone&campaign=&from=2026-13-01&to=tomorrow');
    expect(readTextFilter(params)).toEqual({});
  });
});

describe('a text that was not sent', () => {
  // As in the reference of `errorType`.
  it.each([
    ...['opted_out', 'not_opted_in', 'invalid_number', 'not_sms_capable', 'destination_blocked'],
    ...['destination_not_verified', 'sender_not_usable', 'sender_not_active', 'media_unavailable'],
    ...['content_rejected', 'message_rejected', 'price_too_high', 'provider_limit_reached'],
    ...['provider_access_denied', 'provider_misconfigured', 'country_not_enabled', 'provider_unavailable'],
    ...['outcome_unknown', 'no_sender_for_country'],
  ])('for %s has a reason in words, and what to do', (reason) => {
    expect(describeReason(reason).toLowerCase()).not.toBe(reason.replaceAll('_', ' '));
    expect(adviseOn(reason)).toMatch(/\.$/);
  });

  it('for a reason without a next step has none', () => {
    expect([adviseOn('cancelled'), adviseOn(undefined)]).toEqual([undefined, undefined]);
  });
});

describe('texts of a campaign that did not arrive', () => {
  const counts = { undelivered: 1_200, failed: 3, skipped: 0 };

  it.each([
    ['notArrived', ['1,200 not delivered', '3 failed']],
    ['undelivered', ['1,200 not delivered']],
    ['failed', ['3 failed']],
    ['delivered', []],
    [undefined, []],
  ] as const)('are counted in a list of state %s', (state, words) => {
    expect(missingOf(state, counts).map((way) => way.words)).toEqual(words);
  });

  it('lead to those recipients', () => {
    expect(missingOf('failed', { skipped: 2 })).toEqual([{ words: '2 skipped', query: 'status=skipped' }]);
  });
});
