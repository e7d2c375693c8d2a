import { formatDateTime } from '../format/dates';

/** Describes a text that is likely an opt-out, and its effect until a user decides. */
export const describeLikelyOptOut = (at: string) => ({
  header: 'This sounds like an opt-out',
  text:
    `The text of ${formatDateTime(at)} is no STOP, but may mean one. Until you decide, broadcasts, batches and ` +
    'campaigns leave the contact out, but emergency campaigns and single texts still go out to it.',
});

/** Warning before a user opts a contact out. */
export const OPT_OUT_IS_FINAL =
  'The contact leaves every group, and no text is sent to it any more. You cannot undo this: only the person can, by a ' +
  'text with START or by a form.';
