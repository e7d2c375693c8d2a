import type { AccountSettings } from '../../api/account-settings';

/** Content of the form for the settings of an account. An empty field removes the setting. */
export interface SettingsFields {
  name: string;
  timeZone: string;
  defaultNumber: string;
  keywordReplies: string;
  countries: string;
  helpText: string;
  optOutText: string;
  maxSegments: string;
  retentionDays: string;
  approvalAbove: string;
  capMessages: string;
  capHours: string;
  enforceOptInType: boolean;
}

export function fieldsOf(settings: AccountSettings): SettingsFields {
  return {
    name: settings.name,
    timeZone: settings.timeZone ?? '',
    defaultNumber: settings.defaultNumber ?? '',
    keywordReplies: settings.keywordReplies ?? '',
    countries: settings.countries.join(', '),
    helpText: settings.helpText ?? '',
    optOutText: settings.optOutText ?? '',
    maxSegments: String(settings.maxSegments),
    retentionDays: settings.retentionDays === 'none' ? '' : String(settings.retentionDays),
    approvalAbove: String(settings.approvalAbove ?? ''),
    capMessages: String(settings.marketingCap?.messages ?? ''),
    capHours: String(settings.marketingCap?.hours ?? ''),
    enforceOptInType: settings.enforceOptInType,
  };
}

/** Converts the form to the body of the change; `null` removes a setting. */
export function settingsOf(fields: SettingsFields) {
  const { capMessages, capHours, retentionDays, approvalAbove, maxSegments } = fields;
  return {
    name: fields.name,
    timeZone: fields.timeZone || null,
    defaultNumber: fields.defaultNumber || null,
    keywordReplies: fields.keywordReplies || null,
    countries: fields.countries.split(/[\s,]+/).filter((country) => country !== ''),
    helpText: fields.helpText || null,
    optOutText: fields.optOutText || null,
    maxSegments: Number(maxSegments),
    retentionDays: retentionDays === '' ? 'none' : Number(retentionDays),
    approvalAbove: approvalAbove === '' ? null : Number(approvalAbove),
    marketingCap:
      capMessages === '' || capHours === ''
        ? null
        : { messages: Number(capMessages), hours: Number(capHours) },
    enforceOptInType: fields.enforceOptInType,
  };
}
