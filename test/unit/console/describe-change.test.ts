import { describeChange, words } from '../../../console/src/screens/audit/describe-change';

describe('an action of the audit log', () => {
  it.each([
    ['createSegment', 'Create segment'],
    ['addContactToGroup', 'Add contact to group'],
    ['account create', 'Account create'],
    ['name', 'Name'],
  ])('%s is “%s”', (action, text) => {
    expect(words(action)).toBe(text);
  });
});

describe('a change in the audit log', () => {
  it.each([
    [{ what: 'dailyQuota', from: '100', to: '20000' }, 'Recipients in a day: “100” became “20,000”'],
    [{ what: 'brand', to: '2026' }, 'Brand: “2026” added'],
    [{ what: 'scopes', to: 'messages:send contacts:read' }, 'May: “Send texts, Read contacts” added'],
    [
      { what: 'eventTypes', from: 'all', to: 'messaging.message.failed' },
      'Events: “all events” became “Text failed”',
    ],
    [
      { what: 'status', from: 'awaitingApproval', to: 'scheduled' },
      'Status: “waits for an approval” became “scheduled”',
    ],
    [{ what: 'status', from: 'Active', to: 'Inactive' }, 'Status: “Active” became “Inactive”'],
    [{ what: 'silentOptIn', from: 'false', to: 'true' }, 'Silent opt in: “no” became “yes”'],
    [{ what: 'isDisabled', from: 'true', to: 'false' }, 'Turned off: “yes” became “no”'],
    [{ what: 'name', to: 'true' }, 'Name: “true” added'],
    [{ to: 'true' }, '“true” added'],
    [{ what: 'hours', to: '{"legal":true}' }, 'Hours: “legal yes” added'],
    [{ what: 'timeZone', to: 'UTC' }, 'Time zone: “UTC” added'],
    [{ what: 'timeZone', from: 'UTC' }, 'Time zone: “UTC” removed'],
    [{ what: 'name', from: 'A', to: '' }, 'Name: “A” became “”'],
    [{ what: 'name', from: '', to: 'A' }, 'Name: “” became “A”'],
    [{ from: 'Gold', to: 'Platinum' }, '“Gold” became “Platinum”'],
    [{ to: 'Gold' }, '“Gold” added'],
    [{ from: 'Gold' }, '“Gold” removed'],
    [{ what: 'group', to: 'grp_1' }, 'Group: “Customers” added'],
    [{ what: 'group', from: 'grp_2' }, 'Group: “grp_2” removed'],
    [
      { what: 'rateLimits', from: '{}', to: '{"message":100,"contactApiRead":50}' },
      'Rate limits: “none” became “message 100, contact api read 50”',
    ],
    [{ what: 'countries', from: '["US","CA"]', to: '[]' }, 'Countries: “US, CA” became “none”'],
    [
      { what: 'openHours', to: '{"from":"09:00","days":["MON","FRI"],"timeZone":null}' },
      'Open hours: “from 09:00, days MON, FRI, time zone none” added',
    ],
    [{ what: 'text', to: '{{contact_first_name}}, hello' }, 'Text: “{{contact_first_name}}, hello” added'],
  ])('%j is described as %s', (change, text) => {
    expect(describeChange(change, new Map([['grp_1', 'Customers']]))).toBe(text);
  });
});

it('a time in the audit log is shown by the clock of the reader', () => {
  const text = describeChange({ what: 'expiresAt', to: '2026-03-01T12:00:00.000Z' }, new Map());
  expect(text).toMatch(/^Ends: “Mar 1, 2026, \d+:\d\d.[AP]M.*” added$/);
});
