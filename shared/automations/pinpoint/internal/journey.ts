import type { AutomationDraft } from '../pinpoint-draft';
import type { Context } from './context';
import { readHours } from './hours';
import { readEntry } from './limits';
import { type Moment, readMoment } from './moment';
import { readName } from './name';
import type { Part } from './part';
import { readSender } from './sender';
import { readStartCondition } from './trigger';
import { walkActivities } from './walk-activities';

/** Makes the draft of an automation from a journey. */
export function readJourney(context: Context, journey: Part): AutomationDraft {
  const { findings } = context;
  const name = readName(context, journey.at('Name'));
  tellOfTheJourney(context, journey);
  const start = readSchedule(context, journey);
  const beginning = readStartCondition(context, journey.at('StartCondition'), {
    start,
    isLocal: journey.at('LocalTime').flag === true,
  });
  const isRepeated = beginning.trigger !== undefined && 'every' in beginning.trigger;
  const entry = readEntry(context, journey.at('Limits'), { isRepeated });
  tellOfRefreshes(context, journey);
  const { steps, messages } = walkActivities(context, journey);
  if (messages.length === 0) findings.need('a text: the path that the draft follows has no SMS');
  const { from, purpose } = readSender(context, messages);
  const sendingHours = readTimes(context, journey);
  return {
    name,
    ...(from !== undefined && { from }),
    purpose,
    ...beginning,
    entry,
    steps,
    ...(sendingHours && { sendingHours }),
  };
}

function tellOfTheJourney({ findings }: Context, journey: Part): void {
  findings.left(
    ['Id', 'ApplicationId', 'CreationDate', 'LastModifiedDate'].map((name) => journey.at(name)),
    'They say which journey it was in Pinpoint.',
  );
  findings.left(journey.at('State'), 'It is a draft, whatever it was in Pinpoint, until it is started.');
  findings.left(journey.at('tags'), 'Automations have no tags.');
  findings.left(journey.at('JourneyChannelSettings'), 'No calls are made here.');
}

/** Reads the schedule. @returns the start, for a trigger that repeats */
function readSchedule({ findings }: Context, journey: Part): Moment | undefined {
  const schedule = journey.at('Schedule');
  const [start, end, zone] = ['StartTime', 'EndTime', 'Timezone'].map((name) => schedule.at(name));
  findings.left(end ?? [], 'An automation has no end: stop it, with automation stop.');
  findings.changed(
    start ?? [],
    'An automation begins when it is started. One that repeats every day has the time of day of this.',
  );
  findings.changed(
    [zone ?? [], journey.at('LocalTime')].flat(),
    'Times of day are by the clock of each person.',
  );
  return readMoment(start?.text ?? '', zone?.text);
}

function tellOfRefreshes({ findings }: Context, journey: Part): void {
  findings.changed(
    ['RefreshFrequency', 'RefreshOnSegmentUpdate'].map((name) => journey.at(name)),
    'Who joins a group, or has an event, enters at once; who comes into a segment, on that day.',
  );
}

function readTimes(context: Context, journey: Part) {
  const { findings } = context;
  const isScheduled = journey.at('SendingSchedule').flag === true;
  const [open, closed] = [journey.at('OpenHours'), journey.at('ClosedDays')];
  const hours = readHours(context, {
    quiet: journey.at('QuietTime'),
    open: isScheduled ? open.at('SMS') : undefined,
  });
  findings.cover(journey.at('SendingSchedule'));
  if (!isScheduled) findings.left([open, closed], 'They were not in force: SendingSchedule is not true.');
  const others = ['EMAIL', 'PUSH', 'VOICE', 'CUSTOM'];
  findings.left(
    [open, closed].flatMap((rules) => others.map((channel) => rules.at(channel))),
    'Only texts are sent here.',
  );
  findings.left(
    closed.at('SMS'),
    'There are no closed days: pause the automation on them, or choose days in sendingHours.',
  );
  findings.changed(
    journey.at('WaitForQuietTime'),
    'Who comes to a text outside the sending hours waits until they begin.',
  );
  findings.left(
    journey.at('TimezoneEstimationMethods'),
    'The time zone of a person is that of the contact, else that of the account.',
  );
  return hours;
}
