import { receiveInbound } from '../../../../shared/inbound/receive-inbound';
import type { Clock } from '../../../../shared/platform/clock';
import { listConversations } from '../../../../shared/texts/list-conversations';
import { useEngine } from '../../../support/engines/engine';
import { createQuietLog } from '../../../support/logs/quiet-log';
import { createJobsFixture } from '../../../support/sending/jobs-fixture';

const engine = useEngine();

/** Creates a clock on which each look takes a while. */
function slowClock(everyMs: number): Clock {
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  return { now: () => new Date((nowMs += everyMs)) };
}

describe('3.6: a page of conversations that a filter hardly meets', () => {
  it.each([
    ['ends after two seconds, and the next one goes on there', 1_100, 3],
    ['has all of them when the table is quick', 0, 1],
  ])('%s', async (_, everyMs, expectedPages) => {
    const fixture = await createJobsFixture(engine.table, { contacts: 6 });
    const { accountId, phones, from } = fixture;
    for (const [index, rawFrom] of phones.entries()) {
      fixture.advance(1_000);
      const text = { providerMessageId: `in-${everyMs}-${index}`, rawFrom, to: from, body: 'Hello' };
      await receiveInbound(
        { ...fixture, log: createQuietLog(), keywordReplies: 'off' },
        text,
        fixture.clock.now(),
      );
    }
    const [oldest] = phones;
    const found: string[] = [];
    let pages = 0;
    let place: string | undefined;
    do {
      const clock = slowClock(everyMs);
      const page = await listConversations(
        { table: engine.table, clock },
        {
          ...{ accountId, state: 'open', since: '2026-01-01', page: { limit: 10, place } },
          isMeant: ({ phoneNumber }) => phoneNumber === oldest,
        },
      );
      found.push(...page.conversations.map(({ conversation }) => conversation.phoneNumber));
      place = page.nextPlace;
      pages += 1;
    } while (place !== undefined);
    expect(found).toEqual([oldest]);
    expect(pages).toBe(expectedPages);
  });
});
