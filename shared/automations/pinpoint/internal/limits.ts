import { daysOf, readDuration } from './duration';
import type { Context } from './context';
import type { Part } from './part';

export type Entry = 'once' | 'always' | { onceInDays: number };

const OF_ACCOUNT =
  'There is no such limit for one automation. The account has one for all marketing: account set --marketing-cap n/hours.';
const PACE = 'The pace is that of the sender: number set --rate n.';

/**
 * Reads how often a person may enter a journey.
 *
 * @param options.isRepeated true when the trigger takes its audience anew each day
 */
export function readEntry(
  { findings }: Context,
  limits: Part,
  { isRepeated }: { isRepeated: boolean },
): Entry {
  findings.left(
    ['DailyCap', 'TotalCap', 'TimeframeCap'].map((name) => limits.at(name)).filter(limitsSomething),
    OF_ACCOUNT,
  );
  findings.cover(['DailyCap', 'TotalCap', 'TimeframeCap'].map((name) => limits.at(name)));
  findings.left(limits.at('MessagesPerSecond'), PACE);
  const [cap, interval] = [limits.at('EndpointReentryCap'), limits.at('EndpointReentryInterval')];
  const minutes = readDuration(interval.text ?? '')?.minutes;
  if (cap.number === undefined || cap.number === 1) {
    findings.taken(cap, 'A person enters once.');
    findings.left(interval, 'A person enters once, so that the time between entries says nothing.');
    return 'once';
  }
  const most = cap.number === 0 ? '' : ` At most ${cap.number} times is not counted.`;
  if (minutes !== undefined && minutes > 0) {
    const onceInDays = daysOf(minutes);
    const note = `A person enters once in ${onceInDays} days.${most}`;
    if (most === '' && minutes === onceInDays * 24 * 60) findings.taken([cap, interval], note);
    else findings.changed([cap, interval], note);
    return { onceInDays };
  }
  findings.left(interval, 'It is no duration of ISO 8601.');
  if (isRepeated) {
    findings.changed(cap, 'A person enters once: "always" would be anew every day.');
    return 'once';
  }
  if (most === '') findings.taken(cap, 'A person enters as often as it happens.');
  else findings.changed(cap, `A person enters as often as it happens.${most}`);
  return 'always';
}

/** Reads how often a person may get the text of a campaign. */
export function readCampaignLimits(
  { findings }: Context,
  limits: Part,
  { isRepeated }: { isRepeated: boolean },
): Entry {
  findings.left(['Daily', 'Session'].map((name) => limits.at(name)).filter(limitsSomething), OF_ACCOUNT);
  findings.cover(['Daily', 'Session'].map((name) => limits.at(name)));
  findings.left(limits.at('MessagesPerSecond'), PACE);
  findings.left(
    limits.at('MaximumDuration'),
    'A campaign ends at expiresAt, which is 48 hours after its time unless it is set.',
  );
  const total = limits.at('Total');
  if (isRepeated && total.number === 1) {
    findings.taken(total, 'A person enters once.');
    return 'once';
  }
  if (isRepeated && limitsSomething(total))
    findings.changed(total, `A person enters each time. At most ${total.number} times is not counted.`);
  else
    findings.taken(
      total,
      isRepeated ? 'A person enters each time.' : 'A campaign sends one text to a person.',
    );
  return 'always';
}

/** Returns true unless a limit is 0, which stands for none. */
const limitsSomething = (part: Part) => part.leaves.some(({ number }) => number !== 0);
