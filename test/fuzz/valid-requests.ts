import type { FuzzRequest } from './fuzz-request';
import { JSON_HEADERS } from './operations';
import { PEOPLE, type World } from './world';

export interface ValidRequest {
  request: FuzzRequest;
  status: number;
}

/** Returns reads that must work whatever other requests are sent. */
export function validReads({ own }: World): ValidRequest[] {
  const paths = [
    `/api/v1/contacts/by-phone/${encodeURIComponent(PEOPLE[0] ?? '')}`,
    '/api/v1/contacts/custom-fields/schema',
    '/api/v1/groups?limit=5&name=own',
    `/api/v1/groups/${own.groupId}`,
    `/api/v1/messaging/message/${own.messageId}`,
    `/api/v1/messaging/broadcast/${own.broadcastId}`,
    `/api/v1/messaging/broadcast/${own.broadcastId}/recipients?limit=3`,
    `/api/v1/messaging/batch/${own.batchId}`,
    `/api/v1/messaging/batch/${own.batchId}/recipients?status=sent`,
  ];
  const headers = { authorization: own.authorization };
  return paths.map((path) => ({ request: { kind: 'valid', method: 'GET', path, headers }, status: 200 }));
}

/** Returns writes, one of each route. */
export function validWrites({ own }: World, round: number): ValidRequest[] {
  const { from } = own.account;
  const person = encodeURIComponent(PEOPLE[5] ?? '');
  const fresh = encodeURIComponent(`+1720${String(2_000_000 + round)}`);
  const write = (method: string, path: string, status: number, body?: object): ValidRequest => ({
    request: {
      kind: 'valid',
      method,
      path: `/api/v1/${path}`,
      headers: { authorization: own.authorization, ...(body && JSON_HEADERS) },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
    },
    status,
  });
  const membership = `contacts/by-phone/${person}/groups/${own.groupId}`;
  const text = { from, body: `Round ${round}` };
  return [
    write('POST', `contacts/by-phone/${fresh}`, 201, { firstName: 'New' }),
    write('PATCH', `contacts/by-phone/${fresh}`, 200, { customFields: { Age: round } }),
    write('DELETE', membership, 200),
    write('POST', membership, 200, { optInMode: 'SILENT' }),
    write('POST', 'messaging/message', 201, { ...text, to: PEOPLE[0] }),
    write('POST', 'messaging/message', 200, { ...text, to: PEOPLE[0], dryRun: true }),
    write('POST', 'messaging/broadcast', 200, {
      ...text,
      recipients: PEOPLE.map((to) => ({ to })),
      dryRun: true,
    }),
    write('POST', 'messaging/batch', 202, {
      from,
      recipients: PEOPLE.slice(0, 10).map((to) => ({ to, body: text.body })),
    }),
    write('POST', `messaging/broadcast/${own.broadcastId}/cancel`, 200),
  ];
}
