import fc from 'fast-check';
import type { Campaign } from '../../../console/src/api/schemas';
import { copyOf, draftOf, patchOf, requestOf } from '../../../console/src/screens/campaigns/compose/draft';
import { CAMPAIGN_SCHEMA } from '../../../shared/campaigns/plan/campaign.schema';
import { WEEKDAYS } from '../../../shared/calendar/sending-hours';

type Json = Record<string, unknown>;
type Name<Schema extends { properties: object }> = keyof Schema['properties'];
type Arbitraries<Names extends PropertyKey> = Record<Names, fc.Arbitrary<unknown>>;

const { audience: AUDIENCE, schedule: SCHEDULE, sendingHours: HOURS } = CAMPAIGN_SCHEMA.properties;

const ids = (prefix: string) =>
  fc.uniqueArray(
    fc.constantFrom('1', '2', '3').map((id) => `${prefix}_${id}`),
    { minLength: 1 },
  );
const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const wallTime = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length));

const people = {
  groups: ids('grp'),
  tags: ids('tag'),
  filter: fc.constantFrom({ field: 'gender', op: 'in', value: ['MALE'] }),
  excludeGroups: ids('grp'),
  excludeCampaigns: ids('cmp'),
};
const otherAudiences = {
  everyone: fc.constant(true),
  segmentId: fc.constant('seg_1'),
  retryOf: fc.constant('cmp_1'),
};
({ ...people, ...otherAudiences }) satisfies Arbitraries<Name<typeof AUDIENCE>>;
const audience = fc.oneof(
  // An audience has at least one part.
  fc.record(people, { requiredKeys: [] }).filter((parts) => Object.keys(parts).length > 0),
  fc.record({ everyone: otherAudiences.everyone }),
  fc.record({ segmentId: otherAudiences.segmentId }),
  fc.record({ retryOf: otherAudiences.retryOf }),
);

const scheduleParts = {
  at: instant,
  localTime: wallTime,
  timeZone: fc.constantFrom('recipient', 'America/Denver', 'Asia/Kathmandu'),
} satisfies Arbitraries<Name<typeof SCHEDULE>>;
const schedule = fc.oneof(
  fc.record({ at: scheduleParts.at }),
  fc.record({ localTime: scheduleParts.localTime, timeZone: scheduleParts.timeZone }),
);

const sendingHours = fc.record(
  {
    from: fc.constantFrom('00:00', '09:00'),
    to: fc.constantFrom('17:30', '24:00'),
    days: fc.shuffledSubarray([...WEEKDAYS], { minLength: 1 }),
  } satisfies Arbitraries<Name<typeof HOURS>>,
  { requiredKeys: ['from', 'to'] },
);

/**
 * All fields of a request, in the form in which the API returns them, except those that are about the request alone.
 */
const plan = fc.record(
  {
    name: fc.constantFrom('Sale', 'Copy of Sale'),
    from: fc.constantFrom('+12065550100', '12345'),
    purpose: fc.constantFrom('marketing', 'informational', 'emergency'),
    body: fc.constantFrom('Hi', ' Hi {{contact_first_name}} \n'),
    mediaUrl: fc.constant('https://example.com/a.png'),
    audience,
    schedule,
    sendingHours,
    expiresAt: instant,
  } satisfies Arbitraries<Exclude<Name<typeof CAMPAIGN_SCHEMA>, 'idempotencyKey' | 'launch'>>,
  { requiredKeys: ['name', 'from', 'purpose', 'audience'] },
);

/** Returns a plan as the API does. */
const answered = (planned: Json) =>
  ({
    ...planned,
    ...{ id: 'cmp_1', status: 'completed', counts: {}, skippedBy: {} },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  }) as unknown as Campaign;

/** Merges as in RFC 7396. */
function mergePatch(before: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged: Json = { ...(typeof before === 'object' && !Array.isArray(before) ? before : {}) };
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], part);
  }
  return merged;
}

describe('a campaign in the form', () => {
  it('comes out as it went in, whatever it has', () => {
    fc.assert(fc.property(plan, (planned) => expect(requestOf(draftOf(answered(planned)))).toEqual(planned)));
  });

  it('makes any other draft the same, as a merge patch', () => {
    fc.assert(
      fc.property(plan, plan, (planned, before) => {
        const patch = JSON.parse(JSON.stringify(patchOf(draftOf(answered(planned))))) as Json;
        const merged = mergePatch(before, patch) as typeof planned;
        expect(merged).toEqual(planned);
      }),
    );
  });

  it('has every part that the schema has', () => {
    const made = fc.sample(plan, 1_000);
    const namesIn = (read: (planned: (typeof made)[number]) => unknown) =>
      [...new Set(made.flatMap((planned) => Object.keys(read(planned) ?? {})))].sort();
    const { idempotencyKey: _key, launch: _launch, ...ofThePlan } = CAMPAIGN_SCHEMA.properties;
    expect({
      plan: namesIn((planned) => planned),
      audience: namesIn((planned) => planned.audience),
      schedule: namesIn((planned) => planned.schedule),
      sendingHours: namesIn((planned) => planned.sendingHours),
    }).toEqual({
      plan: Object.keys(ofThePlan).sort(),
      audience: Object.keys(AUDIENCE.properties).sort(),
      schedule: Object.keys(SCHEDULE.properties).sort(),
      sendingHours: Object.keys(HOURS.properties).sort(),
    });
  });
});

describe('a copy of a campaign', () => {
  it('has all but the name and the days, which are over', () => {
    fc.assert(
      fc.property(plan, (planned) => {
        const { schedule: _schedule, expiresAt: _end, ...rest } = planned;
        expect(requestOf(copyOf(answered(planned)))).toEqual({ ...rest, name: `Copy of ${planned.name}` });
      }),
    );
  });

  it('is sent on no other weekdays than the first one', () => {
    const hours = { from: '09:00', to: '20:00', days: ['MON', 'FRI'] };
    const campaign = answered({
      name: 'Sale',
      from: '12345',
      purpose: 'marketing',
      body: 'Hi',
      audience: {},
      sendingHours: hours,
    });
    expect(requestOf(copyOf(campaign)).sendingHours).toEqual(hours);
  });
});
