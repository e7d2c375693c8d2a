import type { AutomationForecast, AutomationTrigger } from '../../api/schemas';

type Refusal = NonNullable<AutomationForecast['refusal']>;

const REFUSALS: Record<Refusal, string> = {
  noContact: 'No contact has this number.',
  optedOut: 'This contact has opted out (STOP), so they would not enter.',
  notOptedIn: 'This contact is in no group, so they have not agreed to texts and would not enter.',
  noDate: 'This contact does not have the date, so they would not enter.',
  notInAudience: 'This contact does not belong to those who may enter.',
  meetsExit: 'This contact meets the condition for leaving, so they would not enter.',
  enteredBefore: 'This contact has entered before, and does not enter again, or not yet.',
};

/** Describes why a contact would not enter an automation. */
export const describeRefusal = (refusal: Refusal): string => REFUSALS[refusal];

/** Describes at which moment a forecast begins. */
export function describeWhen({ joined, event }: AutomationTrigger): string {
  if (joined !== undefined)
    return 'Enters, if the contact joined the group now. Who is in it already does not enter';
  if (event !== undefined) return 'Enters, if the event was reported now';
  return 'Enters';
}
