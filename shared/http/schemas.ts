import { BATCH_SCHEMA, BROADCAST_SCHEMA } from '../sending/jobs/job-request.schema';
import { CONTACT_SCHEMA } from '../audience/contacts/contact.schema';
import { ADD_MEMBERSHIP_SCHEMA } from '../audience/groups/membership.schema';
import { SEND_MESSAGE_SCHEMA } from '../sending/single/send-message.schema';

/** Every request body's schema, by the name of the file that its validator is generated into. */
export const SCHEMAS = {
  'send-broadcast': BROADCAST_SCHEMA,
  'send-batch': BATCH_SCHEMA,
  'add-membership': ADD_MEMBERSHIP_SCHEMA,
  contact: CONTACT_SCHEMA,
  'send-message': SEND_MESSAGE_SCHEMA,
} as const;
