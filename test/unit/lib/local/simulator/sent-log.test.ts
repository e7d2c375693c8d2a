import { appendFileSync } from 'node:fs';
import { openSentLog, type SentMessage } from '../../../../../lib/local/simulator/sent-log';
import { useFolder } from '../../../../support/run/use-folder';

const message = (name: string, change: Partial<SentMessage> = {}): SentMessage => ({
  to: '+15555550123',
  from: '+15555550100',
  body: `Text ${name}`,
  messageId: `msg_${name}`,
  providerMessageId: `sim_${name}`,
  at: '2026-11-20T12:00:00.000Z',
  ...change,
});

const FIRST = message('a');
const OTHER = message('b', { to: '+15555550124', at: '2026-11-20T12:00:01.000Z' });
const LAST = message('c', { from: '+15555550101', at: '2026-11-20T12:00:02.000Z' });

describe('openSentLog', () => {
  it('lists the oldest first', () => {
    const log = openSentLog(undefined);
    [FIRST, OTHER, LAST].forEach((sent) => log.add(sent));
    expect(log.list({})).toEqual([FIRST, OTHER, LAST]);
  });

  it.each([
    ['a recipient', { to: '+15555550123' }, [FIRST, LAST]],
    ['a recipient without messages', { to: '+15555550199' }, []],
    ['a time, that included', { since: '2026-11-20T12:00:01.000Z' }, [OTHER, LAST]],
    ['a time a millisecond later', { since: '2026-11-20T12:00:01.001Z' }, [LAST]],
    ['a time in another zone', { since: '2026-11-20T13:00:02+01:00' }, [LAST]],
    ['both', { to: '+15555550123', since: '2026-11-20T12:00:01.000Z' }, [LAST]],
  ])('lists by %s', (_, filter, expected) => {
    const log = openSentLog(undefined);
    [FIRST, OTHER, LAST].forEach((sent) => log.add(sent));
    expect(log.list(filter)).toEqual(expected);
  });

  it('keeps a message that was handed over twice twice, and finds the later', () => {
    const log = openSentLog(undefined);
    const again = { ...FIRST, providerMessageId: 'sim_again' };
    log.add(FIRST);
    log.add(again);
    expect({ all: log.list({}), found: log.find('msg_a'), unknown: log.find('msg_x') }).toEqual({
      all: [FIRST, again],
      found: again,
      unknown: undefined,
    });
  });

  it('finds the last message between two numbers', () => {
    const log = openSentLog(undefined);
    [FIRST, OTHER, LAST].forEach((sent) => log.add(sent));
    expect([
      log.findLastBetween({ from: '+15555550100', to: '+15555550123' }),
      log.findLastBetween({ from: '+15555550100', to: '+15555550199' }),
    ]).toEqual([FIRST, undefined]);
  });

  describe('with a file', () => {
    const inFolder = useFolder();
    let path: string;
    beforeEach(() => (path = inFolder('sent.jsonl')));

    it('knows after a crash what was added, and not what was cut off', () => {
      const log = openSentLog(path);
      log.add(FIRST);
      appendFileSync(path, '{"to":"+1555');
      const reopened = openSentLog(path);
      reopened.add(OTHER);
      const last = openSentLog(path);
      expect(last.list({})).toEqual([FIRST, OTHER]);
      [log, reopened, last].forEach((opened) => opened.close());
    });

    it('forgets everything when it is emptied', () => {
      const log = openSentLog(path);
      log.add(FIRST);
      log.clear();
      log.add(OTHER);
      expect(log.list({})).toEqual([OTHER]);
      log.close();
      const reopened = openSentLog(path);
      expect([reopened.list({}), reopened.find('msg_a')]).toEqual([[OTHER], undefined]);
      reopened.close();
    });
  });
});
