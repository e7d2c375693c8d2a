import {
  type AccountSettingName,
  SETTING_HEADINGS,
  SETTING_TEXTS,
  type SettingHeading,
} from '../../../../shared/accounts/account-settings';

interface SettingGroup {
  id: SettingHeading;
  title: string;
  names: AccountSettingName[];
}

/** Groups settings under the headings of the screen; headings without a setting are left out. */
export const groupSettings = (names: readonly AccountSettingName[]): SettingGroup[] =>
  (Object.keys(SETTING_HEADINGS) as SettingHeading[])
    .map((id) => ({
      id,
      title: SETTING_HEADINGS[id],
      names: names.filter((name) => SETTING_TEXTS[name].heading === id),
    }))
    .filter((group) => group.names.length > 0);
