import type { Automation } from '../../api/schemas';
import { countOf } from '../../format/numbers';
import { describeTrigger, lowerFirst, type Names } from './describe-automation';

type Steering = 'start' | 'pause' | 'resume' | 'stop';
type Steered = Pick<Automation, 'counts' | 'trigger'>;

const HELD =
  'those who were due within the last 24 hours go on at once, within the sending hours; the others leave, with the reason “Was due more than a day before”.';

/** Describes what a start, a pause, a resume or a stop means for the people of an automation. */
export function describeSteering(step: Steering, automation: Steered, names: Names): string[] {
  const { waiting } = automation.counts;
  const people =
    waiting === 0
      ? 'There are no people on the way now.'
      : `${countOf(waiting, 'person is', 'people are')} on the way now.`;
  switch (step) {
    case 'start':
      return [describeStart(automation, names), 'Texts cost credits when they go out.'];
    case 'pause':
      return [
        `${people} Everyone is held where they are, and no text goes out but those that are being handed over.`,
        'Who enters meanwhile is held as well.',
        `After a resume, ${HELD}`,
      ];
    case 'resume':
      return [`${people} Of them, ${HELD}`];
    case 'stop':
      return [
        `${people} ${waiting === 0 ? 'No new people enter.' : 'They leave, and no new people enter.'}`,
        'Texts that were not handed to the provider yet are cancelled, and their credits are refunded. A stopped automation cannot be started again.',
      ];
  }
}

function describeStart({ trigger }: Steered, names: Names): string {
  if (trigger.joined !== undefined)
    return `From now on, everyone who joins ${names.groupName(trigger.joined)} enters. Those who are members already do not.`;
  if (trigger.event !== undefined)
    return `From now on, the person of each event “${trigger.event}” enters, if they are a contact who is opted in.`;
  return `From now on, people enter: ${lowerFirst(describeTrigger(trigger, names))}, by their own clocks.`;
}
