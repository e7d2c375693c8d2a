import { findOption, senderOptions } from '../../../console/src/senders/sender-options';

const NUMBERS = [
  { number: '+12065550100', status: 'Active' as const },
  { number: '+12065550101', status: 'Inactive' as const },
];
const ACTIVE = {
  ...{ value: '+12065550100', label: '+12065550100', description: 'Active', disabled: false },
};
const INACTIVE = {
  ...{ value: '+12065550101', label: '+12065550101', description: 'Inactive', disabled: true },
};
const MEMBER = { identity: '+12065550100', kind: 'number' as const, use: 'ready' as const };

describe('what texts can be sent from', () => {
  it('are numbers alone while there are no senders; an inactive one is not offered', () => {
    expect(senderOptions({ numbers: NUMBERS, senders: [] })).toEqual([ACTIVE, INACTIVE]);
  });

  it('are senders by name before numbers; one that cannot be used is not offered', () => {
    const senders = [
      { id: 'snd_1', name: 'Shop', use: 'ready' as const, members: [MEMBER] },
      { id: 'snd_2', name: 'Closed', use: 'unusable' as const, members: [MEMBER, MEMBER] },
      { id: 'snd_3', name: 'Paused', use: 'waiting' as const, members: [MEMBER] },
    ];
    const options = senderOptions({ numbers: NUMBERS, senders });
    expect(options).toEqual([
      {
        label: 'Senders',
        options: [
          { value: 'snd_1', label: 'Shop', description: '1 member. Ready', disabled: false },
          {
            ...{ value: 'snd_2', label: 'Closed', disabled: true },
            description: '2 members. Cannot be used: no member is active',
          },
          { value: 'snd_3', label: 'Paused', description: '1 member. Texts wait', disabled: false },
        ],
      },
      { label: 'Numbers', options: [ACTIVE, INACTIVE] },
    ]);
    expect(findOption(options, 'snd_3')?.label).toBe('Paused');
    expect(findOption(options, '+12065550100')).toEqual(ACTIVE);
    expect(findOption(options, 'snd_4')).toBeUndefined();
  });
});
