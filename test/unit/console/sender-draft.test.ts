import {
  bodyOfSender,
  changesOfSender,
  draftOfSender,
  EMPTY_SENDER,
  isNamedBefore,
  isSenderComplete,
} from '../../../console/src/screens/operator/sender-draft';

const SENDER = {
  ...{ id: 'snd_1', name: 'Shop', use: 'ready' as const },
  members: [
    { identity: '+12065550100', kind: 'number' as const, use: 'ready' as const, countries: ['CA', 'US'] },
    { identity: 'pool:pool-0a1b', kind: 'pool' as const, use: 'ready' as const },
    { identity: 'id:ACME', kind: 'senderId' as const, use: 'paused' as const },
  ],
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const DRAFT = {
  name: 'Shop',
  members: [
    { kind: 'number' as const, name: '+12065550100', countries: ['CA', 'US'] },
    { kind: 'pool' as const, name: 'pool-0a1b', countries: [] },
    { kind: 'senderId' as const, name: 'ACME', countries: [] },
  ],
};
const MEMBERS = [
  { identity: '+12065550100', countries: ['CA', 'US'] },
  { identity: 'pool:pool-0a1b' },
  { identity: 'id:ACME' },
];

describe('the dialog of a sender', () => {
  it('begins with the sender as it is, or with one member that is to be chosen', () => {
    expect(draftOfSender(SENDER)).toEqual(DRAFT);
    expect(EMPTY_SENDER).toEqual({ name: '', members: [{ kind: 'number', name: '', countries: [] }] });
  });

  it('sends members as the service names them', () => {
    expect(bodyOfSender({ ...DRAFT, name: ' Shop ' })).toEqual({ name: 'Shop', members: MEMBERS });
  });

  it('of a sender that is there sends what was changed', () => {
    expect(changesOfSender(DRAFT, SENDER)).toEqual({});
    expect(changesOfSender({ ...DRAFT, name: 'Shops' }, SENDER)).toEqual({ name: 'Shops' });
    const [first] = DRAFT.members;
    const fewer = first === undefined ? [] : [{ ...first, countries: [] }];
    expect(changesOfSender({ ...DRAFT, members: fewer }, SENDER)).toEqual({
      members: [{ identity: '+12065550100' }],
    });
    const turned = DRAFT.members.map((member) => ({ ...member, countries: [...member.countries].reverse() }));
    expect(changesOfSender({ ...DRAFT, members: turned }, SENDER)).toEqual({});
  });

  it.each([
    [{}, true],
    [{ name: ' ' }, false],
    [{ members: [] }, false],
    [{ members: [{ kind: 'pool' as const, name: '', countries: [] }] }, false],
    [{ members: [...DRAFT.members, { kind: 'senderId' as const, name: 'ACME', countries: ['US'] }] }, false],
  ])('with %j can be saved: %s', (changed, expected) => {
    expect(isSenderComplete({ ...DRAFT, ...changed })).toBe(expected);
  });

  it('tells a member that is named before', () => {
    const twice = [...DRAFT.members, { kind: 'senderId' as const, name: 'ACME', countries: [] }];
    expect(twice.map((_, index) => isNamedBefore(twice, index))).toEqual([false, false, false, true]);
  });
});
