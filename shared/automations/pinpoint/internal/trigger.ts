import { EVENT_NAME_PATTERN } from '../../../limits';
import type { CheckedAudience } from '../../../audience/segments/audience';
import type { Context } from './context';
import type { Moment } from './moment';
import type { Part } from './part';
import { audienceOf, findSegment, idOf } from './segment';

export type Trigger =
  | { joined: string }
  | { event: string }
  | { every: 'day' | 'week' | 'month'; on?: string[] | number; at: string; audience: CheckedAudience };

/** Beginning of an automation; `trigger` is absent when something is missing, which is noted as needed. */
export interface Beginning {
  trigger?: Trigger;
  audience?: CheckedAudience;
}

/**
 * Reads what makes people enter a journey.
 *
 * @param options.start its scheduled start, for a trigger that repeats
 * @param options.isLocal true when that is by the clock of each person
 */
export function readStartCondition(
  context: Context,
  condition: Part,
  { start, isLocal }: { start: Moment | undefined; isLocal: boolean },
): Beginning {
  const { findings } = context;
  findings.left(condition.at('Description'), 'Triggers have no description.');
  const event = condition.at('EventStartCondition');
  const segment = condition.at('SegmentStartCondition', 'SegmentId');
  if (event.isGiven)
    return readEvent(context, { filter: event.at('EventFilter'), segment: event.at('SegmentId') });
  if (!segment.isGiven) {
    findings.need('a start condition: the journey says neither a segment nor an event that begins it');
    return {};
  }
  const choice = findSegment(context, segment);
  if (!choice) return {};
  if ('groupId' in choice) {
    findings.changed(
      segment,
      `Who joins ${choice.groupId} from the start on enters, at once. Who is in the group already does not: for them make a campaign, or name a segment.`,
    );
    return { trigger: { joined: choice.groupId } };
  }
  const at = readAt(context, start);
  if (at === undefined) return {};
  findings.changed(
    segment,
    `Who is in ${idOf(choice)} enters at ${at} by their own clock, and who comes into it later at ${at} of that day. The segment is copied: a later change of it changes nothing.${tellOfUtc(context, start, { isLocal })}`,
  );
  return { trigger: { every: 'day', at, audience: audienceOf(choice) } };
}

/** Returns the time of day of a trigger that repeats, or notes that it has to be given. */
export function readAt({ findings, options }: Context, start: Moment | undefined): string | undefined {
  const at = options.at ?? start?.timeOfDay;
  if (at === undefined) findings.need('a time of day, since the document has no start time: --at 10:00');
  return at;
}

/** Returns a sentence for a time of day that was not by the clock of each person; empty for one that was. */
export const tellOfUtc = (
  { options }: Context,
  start: Moment | undefined,
  { isLocal }: { isLocal: boolean },
): string =>
  isLocal || !start || options.at !== undefined
    ? ''
    : ` In Pinpoint it was ${start.timeOfDay} by one clock for all, that of UTC as a rule: --at chooses another time of day.`;

/** Reads the event that begins an automation, and the people for whom it does. */
export function readEvent(context: Context, { filter, segment }: { filter: Part; segment: Part }): Beginning {
  const { findings } = context;
  const dimensions = filter.at('Dimensions');
  const type = dimensions.at('EventType');
  findings.cover(filter.at('FilterType'));
  findings.left(
    [dimensions.at('Attributes'), dimensions.at('Metrics')],
    'An event enters people whatever its values are: report it under another name when they differ.',
  );
  const choice = segment.isGiven ? findSegment(context, segment) : undefined;
  if (choice) findings.taken(segment, `Only who is in ${idOf(choice)} at that moment enters.`);
  const event = readEventName(context, type);
  return {
    ...(event !== undefined && { trigger: { event } }),
    ...(choice && { audience: audienceOf(choice) }),
  };
}

function readEventName({ findings }: Context, type: Part): string | undefined {
  const [first, ...others] = type.at('Values').items;
  findings.cover(type.at('DimensionType'));
  if (first?.text === undefined || type.at('DimensionType').text === 'EXCLUSIVE') {
    findings.left(type, 'It names no event that begins it.');
    findings.need('an event: the document names none that begins it');
    return undefined;
  }
  findings.left(
    others,
    `Only one event begins an automation: report these as ${first.text}, or make a second draft.`,
  );
  if (first.text.startsWith('_')) {
    findings.left(first, 'It is an event of Pinpoint itself, which is not reported here.');
    findings.need(`an event that is reported: ${first.text} is one of Pinpoint itself`);
    return undefined;
  }
  const name = first.text.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, 100);
  if (!new RegExp(EVENT_NAME_PATTERN).test(name)) {
    findings.left(first, 'It is no name of an event.');
    findings.need(`an event whose name begins with a letter or digit, not ${first.text}`);
    return undefined;
  }
  if (name === first.text) findings.taken(first, 'Report the event under this name: POST /api/v1/events.');
  else findings.changed(first, `Report the event as ${name}: POST /api/v1/events.`);
  return name;
}
