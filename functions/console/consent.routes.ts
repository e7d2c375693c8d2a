import { MAX_GROUP_NAME_CHARACTERS } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { CONSENT_CHANGE } from '../table-access';
import { declare } from './declare';
import { listOf, oneOf, PHONE, record, TEXT, textOf, TIME } from './schemas';

const STATEMENT = record({ phoneNumber: PHONE }, { id: TEXT, optedOutAt: TIME });
const EXAMPLE = { phoneNumber: '+12065550123', id: 'con_01KJMNEX00Y5T3R1W9P7C2SVDB' };
const access: TableAccess = {
  ...CONSENT_CHANGE,
  read: ['account', 'contact', 'erasedPerson'],
  delete: ['review'],
};

export const optOutContact = declare({
  operationId: 'optOutContact',
  method: 'POST',
  path: 'contacts/{phoneNumber}/opt-out',
  bucket: 'stop',
  scope: 'contacts:write',
  summary: 'Record that the person refused all texts: a hard opt-out from every group',
  description: 'A phone without a contact can be opted out too.',
  access,
  request: {
    schema: record({ source: oneOf(['kiosk', 'carrier', 'stop']) }, { evidence: textOf(1_000) }),
    example: { source: 'kiosk', evidence: 'She asked at the till on Monday.' },
  },
  answer: {
    name: 'OptedOutContact',
    schema: STATEMENT,
    example: { ...EXAMPLE, optedOutAt: '2026-03-01T12:00:00.000Z' },
  },
  errors: [33003],
});

export const optInContact = declare({
  operationId: 'optInContact',
  method: 'POST',
  path: 'contacts/{phoneNumber}/opt-in',
  scope: 'account:admin',
  summary: 'Record that the person opted in again by a form: lifts a hard opt-out, joins no group',
  access,
  request: {
    schema: record({ evidence: textOf(1_000) }),
    example: { evidence: 'Web form 4711, signed on 2 March.' },
  },
  answer: { name: 'OptedInContact', schema: STATEMENT, example: EXAMPLE },
  errors: [33003, 33030],
});

export const tagMembership = declare({
  operationId: 'tagMembership',
  method: 'POST',
  path: 'contacts/{phoneNumber}/groups/{groupId}/tags',
  scope: 'contacts:write',
  summary: 'Put a tag of a group on a member of it',
  access: { read: ['account', 'contact'], update: ['contact'] },
  request: { schema: record({ tag: textOf(MAX_GROUP_NAME_CHARACTERS) }), example: { tag: 'VIP' } },
  answer: {
    name: 'TaggedContact',
    schema: record({ id: TEXT, phoneNumber: PHONE, tagIds: listOf(TEXT) }),
    example: { ...EXAMPLE, tagIds: ['tag_01KJMNEX00D4VQ6N2M8XJ1PZRS'] },
  },
  errors: [33003, 33030, 33031],
});

export const CONSENT_ROUTES = [optOutContact, optInContact, tagMembership];
