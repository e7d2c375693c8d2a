import {
  type AccountSetting,
  type AccountSettingName,
  EACH_SETTING,
  isClearable,
} from '../../../../shared/accounts/account-settings';
import type {
  AccountSettings,
  UpdateOperatorSettingsRequest,
  UpdateSettingsRequest,
  Weekday,
} from '../../api/schemas';

/** Content of a field of the form, by the kind of its setting. */
export interface DraftOf {
  text: string;
  count: string;
  flag: boolean;
  onOff: string;
  timeZone: string;
  sender: string;
  group: string;
  countries: string;
  categories: string[];
  rates: Record<string, string>;
  budgets: string;
  retention: string;
  emails: string;
  cap: { messages: string; hours: string };
  hours: { from: string; to: string; days: readonly Weekday[] };
}
type Kind = AccountSetting['kind'];
export type DraftValue = DraftOf[Kind];
/** Content of a form for settings of an account. An empty field removes the setting. */
type SettingsDraft = Partial<Record<AccountSettingName, DraftValue>>;

/** Conversion between a kind of setting and the content of its field. */
interface Codec<Value, Draft> {
  show: (value: Value | undefined) => Draft;
  /** Returns `null` for a setting that is removed, `undefined` for one that is not changed. */
  read: (draft: Draft, before: Value | undefined) => unknown;
  /** Returns false for a field that cannot be saved as it is. Absent: every content can. */
  isComplete?: (draft: Draft, setting: AccountSetting) => boolean;
}

/** Budget of a country, such as `GB=500`. */
const BUDGET = /\b([a-z]{2})\s*=\s*(\d+)\b/gi;

const words: Codec<string, string> = { show: (value) => value ?? '', read: (draft) => draft || null };

/** Words in one field, between commas or blanks. */
const list: Codec<string[], string> = {
  show: (value = []) => value.join(', '),
  read: (draft) => draft.split(/[\s,]+/).filter((word) => word !== ''),
};

const CODECS: {
  text: Codec<string, string>;
  count: Codec<number, string>;
  flag: Codec<boolean, boolean>;
  onOff: Codec<string, string>;
  timeZone: Codec<string, string>;
  sender: Codec<string, string>;
  group: Codec<string, string>;
  countries: Codec<string[], string>;
  categories: Codec<string[], string[]>;
  rates: Codec<Record<string, number>, Record<string, string>>;
  budgets: Codec<Record<string, number>, string>;
  retention: Codec<number | 'none', string>;
  emails: Codec<string[], string>;
  cap: Codec<{ messages: number; hours: number }, { messages: string; hours: string }>;
  hours: Codec<NonNullable<AccountSettings['openHours']>, DraftOf['hours']>;
} = {
  text: { ...words, isComplete: (draft, { isRequired }) => !isRequired || draft !== '' },
  onOff: words,
  timeZone: words,
  sender: words,
  group: words,
  count: {
    show: (value) => String(value ?? ''),
    read: (draft) => (draft === '' ? null : Number(draft)),
    isComplete: (draft, setting) => draft !== '' || isClearable(setting),
  },
  flag: { show: (value) => value ?? false, read: (draft) => draft },
  countries: list,
  emails: list,
  categories: { show: (value = []) => value, read: (draft) => draft },
  rates: {
    show: (value = {}) =>
      Object.fromEntries(Object.entries(value).map(([bucket, limit]) => [bucket, String(limit)])),
    // A limit that is sent becomes the account's own.
    read: (draft, before = {}) => {
      const changed = Object.entries(draft).filter(([bucket, limit]) => Number(limit) !== before[bucket]);
      return changed.length === 0
        ? undefined
        : Object.fromEntries(changed.map(([bucket, limit]) => [bucket, Number(limit)]));
    },
    isComplete: (draft) => !Object.values(draft).includes(''),
  },
  budgets: {
    show: (value = {}) =>
      Object.entries(value)
        .map(([country, texts]) => `${country}=${texts}`)
        .join(', '),
    read: (draft) =>
      Object.fromEntries(
        [...draft.matchAll(BUDGET)].map(([, country = '', texts]) => [country.toUpperCase(), Number(texts)]),
      ),
    isComplete: (draft) => draft.replaceAll(BUDGET, '').replaceAll(/[\s,]/g, '') === '',
  },
  retention: {
    show: (value) => (value === 'none' ? '' : String(value ?? '')),
    read: (draft) => (draft === '' ? 'none' : Number(draft)),
  },
  cap: {
    show: (value) => ({ messages: String(value?.messages ?? ''), hours: String(value?.hours ?? '') }),
    read: ({ messages, hours }) =>
      messages === '' ? null : { messages: Number(messages), hours: Number(hours) },
    isComplete: ({ messages, hours }) => (messages === '') === (hours === ''),
  },
  hours: {
    show: (value) => ({ from: value?.from ?? '', to: value?.to ?? '', days: value?.days ?? [] }),
    read: ({ from, to, days }) => (from === '' ? null : { from, to, ...(days.length > 0 && { days }) }),
    isComplete: ({ from, to }) => (from === '') === (to === ''),
  },
};

/** Codecs typed alike, for code that treats all kinds the same. */
const codecOf = (name: AccountSettingName) =>
  CODECS[EACH_SETTING[name].kind] as unknown as Codec<unknown, DraftValue>;

/** Fills the fields of a form with the settings as they are. */
export const draftOf = (names: readonly AccountSettingName[], settings: AccountSettings): SettingsDraft =>
  Object.fromEntries(names.map((name) => [name, codecOf(name).show(settings[name])]));

const entriesOf = (draft: SettingsDraft) => Object.entries(draft) as [AccountSettingName, DraftValue][];

/** Body that changes settings, those of administrators and of operators. */
export type SettingsRequest = UpdateSettingsRequest & UpdateOperatorSettingsRequest;

/** Converts a form to the body of the change; `null` removes a setting. */
export const settingsOf = (draft: SettingsDraft, before: AccountSettings): SettingsRequest =>
  Object.fromEntries(
    entriesOf(draft)
      .map(([name, value]) => [name, codecOf(name).read(value, before[name])] as const)
      .filter(([, value]) => value !== undefined),
  );

/** Names of the settings that a form changes. */
export const changedSettings = (draft: SettingsDraft, before: AccountSettings): AccountSettingName[] =>
  entriesOf(draft)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(codecOf(name).show(before[name])))
    .map(([name]) => name);

/** Returns true when another user or tab changed one of the settings that this form changes. */
export const areChangedElsewhere = (
  names: readonly AccountSettingName[],
  { before, now }: { before: AccountSettings; now: AccountSettings },
): boolean => names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));

/** Returns true when every field of a form can be saved. */
export const isComplete = (draft: SettingsDraft): boolean =>
  entriesOf(draft).every(([name, value]) => codecOf(name).isComplete?.(value, EACH_SETTING[name]) ?? true);
