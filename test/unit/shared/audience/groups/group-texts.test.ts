import { defaultConfirmationText, groupText } from '../../../../../shared/audience/groups/group-texts';
import { countSegments } from '../../../../../shared/content/segments';

const group = { name: 'News', optInMessage: undefined, confirmationMessage: undefined };

describe('texts of a group', () => {
  it('the opt-in message is the group’s own or none', () => {
    expect(groupText({ ...group, optInMessage: 'Welcome' }, 'optInMessage')).toBe('Welcome');
    expect(groupText(group, 'optInMessage')).toBeUndefined();
  });

  it('the confirmation is the group’s own, or one that names the group and says YES and STOP', () => {
    expect(groupText({ ...group, confirmationMessage: 'Say YES' }, 'optInConfirmation')).toBe('Say YES');
    expect(groupText(group, 'optInConfirmation')).toBe(
      'News: Reply YES to get our texts. Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
    );
  });

  it('the default confirmation is one segment for names of up to 65 characters', () => {
    expect(countSegments(defaultConfirmationText('n'.repeat(65))).segments).toBe(1);
    expect(countSegments(defaultConfirmationText('n'.repeat(66))).segments).toBe(2);
  });
});
