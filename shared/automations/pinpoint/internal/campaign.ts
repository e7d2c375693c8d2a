import type { AutomationDraft, CampaignDraft } from '../pinpoint-draft';
import type { Context } from './context';
import { readHours } from './hours';
import { readCampaignLimits } from './limits';
import { type Moment, readMoment } from './moment';
import { readName } from './name';
import type { Part } from './part';
import { audienceOf, findSegment, idOf } from './segment';
import { readSender } from './sender';
import { readText } from './text';
import { type Beginning, readAt, readEvent, tellOfUtc } from './trigger';

type Draft = { kind: 'automation'; draft: AutomationDraft } | { kind: 'campaign'; draft: CampaignDraft };

/** Makes the draft of a campaign that is sent once, or else the draft of an automation. */
export function readCampaign(context: Context, campaign: Part): Draft {
  const { findings } = context;
  const schedule = campaign.at('Schedule');
  const name = readName(context, campaign.at('Name'));
  tellOfTheCampaign(context, campaign);
  const body = readBody(context, campaign);
  const { from, purpose } = readSender(context, [campaign.at('MessageConfiguration', 'SMSMessage')]);
  const sendingHours = readHours(context, { quiet: schedule.at('QuietTime') });
  const common = {
    name,
    ...(from !== undefined && { from }),
    purpose,
    ...(sendingHours && { sendingHours }),
  };
  const frequency = schedule.at('Frequency');
  const isRepeated = frequency.text !== undefined && frequency.text !== 'ONCE';
  const entry = readCampaignLimits(context, campaign.at('Limits'), { isRepeated });
  if (isRepeated) {
    const beginning = readBeginning(context, campaign);
    const steps = [{ send: { body: body ?? '' } }];
    return { kind: 'automation', draft: { ...common, ...beginning, entry, steps } };
  }
  findings.taken(frequency, 'A campaign.');
  const timing = readTiming(context, schedule);
  const choice = findSegment(context, campaign.at('SegmentId'));
  if (choice) findings.taken(campaign.at('SegmentId'), `The audience is ${idOf(choice)}.`);
  const audience = choice && ('segmentId' in choice ? { segmentId: choice.segmentId } : audienceOf(choice));
  return {
    kind: 'campaign',
    draft: { ...common, ...(body !== undefined && { body }), ...(audience && { audience }), ...timing },
  };
}

function tellOfTheCampaign({ findings }: Context, campaign: Part): void {
  const parts = (...names: string[]) => names.map((name) => campaign.at(name));
  findings.left(
    parts('Id', 'ApplicationId', 'Arn', 'CreationDate', 'LastModifiedDate', 'Version'),
    'They say which campaign it was in Pinpoint.',
  );
  findings.left(
    parts('State', 'DefaultState', 'IsPaused'),
    'It is a draft, whatever it was in Pinpoint, until it is launched or started.',
  );
  findings.left(campaign.at('SegmentVersion'), 'Segments have no versions.');
  findings.left(
    parts('Description', 'TreatmentName', 'TreatmentDescription'),
    'Campaigns have a name alone.',
  );
  findings.left(campaign.at('tags'), 'Campaigns have no tags.');
  findings.left(campaign.at('Priority'), 'It is about messages in an app.');
  const holdout = campaign.at('HoldoutPercent');
  if (holdout.number === 0) findings.cover(holdout);
  else findings.left(holdout, 'No share of people is held out: everyone gets the text.');
  findings.left(
    campaign.at('Hook'),
    'No function chooses people: who it filtered out gets the text unless the audience leaves them out.',
  );
  findings.left(campaign.at('CustomDeliveryConfiguration'), 'No function or address is called.');
  for (const treatment of campaign.at('AdditionalTreatments').items)
    findings.left(
      treatment,
      `There are no treatments: everyone gets the first text. For this one (${treatment.at('SizePercent').number ?? 'some'} % of people) make another draft.`,
    );
}

const OTHER_CHANNELS = [
  ...['ADMMessage', 'APNSMessage', 'BaiduMessage', 'CustomMessage'],
  ...['EmailMessage', 'GCMMessage', 'InAppMessage'],
];
const OTHER_TEMPLATES = ['EmailTemplate', 'PushTemplate', 'VoiceTemplate', 'InAppTemplate'];

function readBody(context: Context, campaign: Part): string | undefined {
  const { findings } = context;
  const [messages, templates] = [campaign.at('MessageConfiguration'), campaign.at('TemplateConfiguration')];
  findings.left(
    [
      ...OTHER_CHANNELS.map((name) => messages.at(name)),
      ...OTHER_TEMPLATES.map((name) => templates.at(name)),
    ],
    'Only texts are sent here.',
  );
  const [sms, byDefault, template] = [
    messages.at('SMSMessage', 'Body'),
    messages.at('DefaultMessage', 'Body'),
    templates.at('SMSTemplate'),
  ];
  const own = sms.isGiven || template.isGiven ? sms : byDefault;
  if (own === sms)
    findings.left(messages.at('DefaultMessage'), 'It is for channels without a text of their own.');
  return readText(context, {
    own,
    template: template.at('Name'),
    version: template.at('Version'),
    fallback: campaign.at('Id').text ?? 'campaign',
  });
}

/** Reads the start of a schedule, at the clock that it is meant by. */
function readStart(schedule: Part): Moment | undefined {
  const isLocal = schedule.at('IsLocalTime').flag === true;
  const { text: zone } = schedule.at('Timezone');
  return readMoment(schedule.at('StartTime').text ?? '', isLocal ? zone : undefined);
}

function readTiming(
  { findings, options }: Context,
  schedule: Part,
): Pick<CampaignDraft, 'schedule' | 'expiresAt'> {
  const [start, end, isLocal] = ['StartTime', 'EndTime', 'IsLocalTime'].map((name) => schedule.at(name));
  findings.cover([schedule.at('Timezone'), isLocal ?? []].flat());
  const [starts, ends] = [readStart(schedule), readMoment(end?.text ?? '')];
  const isAhead = (moment: Moment | undefined) => moment !== undefined && moment.atMs > options.now.getTime();
  if (!isAhead(ends)) findings.left(end ?? [], 'It is over.');
  else findings.taken(end ?? [], 'Who was not reached by then is left out: expiresAt.');
  const expiresAt = isAhead(ends) && ends ? { expiresAt: new Date(ends.atMs).toISOString() } : {};
  if (!starts || !isAhead(starts)) {
    findings.changed(
      start ?? [],
      start?.text === 'IMMEDIATE'
        ? 'It is sent at its launch.'
        : 'That time is over or unknown: it is sent at its launch.',
    );
    return expiresAt;
  }
  if (isLocal?.flag !== true) {
    findings.taken(start ?? [], 'The schedule.');
    return { schedule: { at: new Date(starts.atMs).toISOString() }, ...expiresAt };
  }
  findings.taken(start ?? [], `At ${starts.localTime} by the clock of each person.`);
  return { schedule: { localTime: starts.localTime, timeZone: 'recipient' }, ...expiresAt };
}

/** Reads what makes people enter the automation that a campaign becomes. */
function readBeginning(context: Context, campaign: Part): Beginning {
  const { findings } = context;
  const schedule = campaign.at('Schedule');
  const [start, end, frequency] = ['StartTime', 'EndTime', 'Frequency'].map((name) => schedule.at(name));
  findings.left(end ?? [], 'An automation has no end: stop it, with automation stop.');
  const segment = campaign.at('SegmentId');
  const kind = frequency?.text;
  if (kind === 'EVENT') {
    findings.taken(frequency ?? [], 'An automation that an event begins.');
    findings.changed(
      [start ?? [], schedule.at('IsLocalTime'), schedule.at('Timezone')].flat(),
      'An automation begins when it is started.',
    );
    return readEvent(context, { filter: schedule.at('EventFilter'), segment });
  }
  findings.left(schedule.at('EventFilter'), 'No event begins it.');
  const every =
    kind === 'DAILY' ? 'day' : kind === 'WEEKLY' ? 'week' : kind === 'MONTHLY' ? 'month' : undefined;
  if (every === undefined) {
    findings.left(
      frequency ?? [],
      'Nothing repeats like this: an automation begins by an event, or every day, week or month.',
    );
    findings.need(`a frequency that there is: ${kind} is none`);
    return {};
  }
  findings.taken(frequency ?? [], `An automation that begins every ${every}.`);
  const choice = findSegment(context, segment);
  if (choice)
    findings.changed(
      segment,
      `Each time who is in ${idOf(choice)}${'segmentId' in choice ? ', as the segment is now: a later change of it changes nothing' : ''}.`,
    );
  const starts = readStart(schedule);
  const isLocal = schedule.at('IsLocalTime').flag === true;
  const at = readAt(context, starts);
  if (!choice || at === undefined) return {};
  if (every !== 'day' && !starts)
    findings.need(`the day on which it repeats: the document has no start time`);
  const on =
    every === 'day' || !starts ? {} : { on: every === 'week' ? [starts.weekday] : starts.dayOfMonth };
  findings.changed(
    [start ?? [], schedule.at('IsLocalTime'), schedule.at('Timezone')].flat(),
    `At ${at}${'on' in on ? ` on ${[on.on].flat().join()}` : ''} by the clock of each person.${tellOfUtc(context, starts, { isLocal })}`,
  );
  return { trigger: { every, ...on, at, audience: audienceOf(choice) } };
}
