/** Registrations that can be drafted and submitted here. */
export const REGISTRATION_TYPES = [
  'US_TEN_DLC_BRAND_REGISTRATION',
  'US_TEN_DLC_CAMPAIGN_REGISTRATION',
  'US_TOLL_FREE_REGISTRATION',
] as const;
export type RegistrationType = (typeof REGISTRATION_TYPES)[number];
