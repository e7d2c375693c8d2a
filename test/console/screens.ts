/** Where the tests' set-up says which campaign has ended. */
export const CAMPAIGN_ID = 'TEST_CONSOLE_CAMPAIGN_ID';

/** Every list and form of the console by its address, in the order of the navigation. */
export const SCREENS = [
  'overview',
  'inbox',
  'inbox/%2B12065552001',
  'campaigns',
  'campaigns/new',
  'segments',
  'links',
  'contacts',
  'contacts?tab=filter',
  'contacts/%2B15005550013',
  'contacts/%2B15005550013?tab=texts',
  'contacts/%2B15005550013?tab=consent',
  'groups',
  'custom-fields',
  'imports',
  'imports/new',
  'messages',
  'messages?phone=%2B15005550013',
  'jobs',
  'numbers',
  'settings',
  'keys',
  'users',
  'audit',
] as const;

/** The screens' addresses, with a campaign that has ended. */
export const screensWithCampaign = (): string[] => {
  const campaign = `campaigns/${process.env[CAMPAIGN_ID] ?? ''}`;
  return [...SCREENS, campaign, `${campaign}?tab=recipients`];
};
