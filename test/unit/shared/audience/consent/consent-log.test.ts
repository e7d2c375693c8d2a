import { describeEffect } from '../../../../../shared/audience/consent/consent-log';
import type { Effect } from '../../../../../shared/audience/groups/membership-transitions';

describe('3.3: lines of the consent log', () => {
  it.each<[Effect, ReturnType<typeof describeEffect>]>([
    [
      { type: 'optedIn', groupId: 'grp_a', optInMode: 'DIRECT' },
      { action: 'OPT_IN', reason: 'USER_ADDED', optInMode: 'DIRECT' },
    ],
    [
      { type: 'optedIn', groupId: 'grp_a', optInMode: 'CONFIRM' },
      { action: 'OPT_IN', reason: 'CONTACT_CONFIRMED', optInMode: 'CONFIRM' },
    ],
    [
      { type: 'confirmationRequested', groupId: 'grp_a' },
      { action: 'OPT_IN_REQUESTED', reason: 'USER_ADDED', optInMode: 'CONFIRM' },
    ],
    [
      { type: 'optedOut', groupId: 'grp_a', reason: 'MANUAL_REMOVAL' },
      { action: 'MANUAL_REMOVAL', reason: 'USER_REMOVED', optInMode: undefined },
    ],
    [
      { type: 'optedOut', groupId: 'grp_a', reason: 'KIOSK' },
      { action: 'OPT_OUT', reason: 'KIOSK', optInMode: undefined },
    ],
    [
      { type: 'pendingRemoved', groupId: 'grp_a', reason: 'MANUAL_REMOVAL' },
      { action: 'PENDING_REMOVED', reason: 'USER_REMOVED', optInMode: undefined },
    ],
    [
      { type: 'pendingRemoved', groupId: 'grp_a', reason: 'STOP' },
      { action: 'PENDING_REMOVED', reason: 'STOP', optInMode: undefined },
    ],
    [
      { type: 'hardOptedOut', source: 'carrier' },
      { action: 'HARD_OPT_OUT', reason: 'CARRIER', optInMode: undefined },
    ],
    [
      { type: 'refusedAgain', source: 'kiosk' },
      { action: 'HARD_OPT_OUT', reason: 'KIOSK', optInMode: undefined },
    ],
    [
      { type: 'optOutLifted', source: 'unstop' },
      { action: 'HARD_OPT_OUT_LIFTED', reason: 'UNSTOP', optInMode: undefined },
    ],
    [{ type: 'textDue', groupId: 'grp_a', purpose: 'optInMessage' }, undefined],
  ])('%j', (effect, line) => {
    expect(describeEffect(effect)).toEqual(line);
  });
});
