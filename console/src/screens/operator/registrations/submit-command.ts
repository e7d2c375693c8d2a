import type { RegistrationDesk, RegistrationType } from '../../../api/schemas';

const FILES: Record<RegistrationType, string> = {
  US_TEN_DLC_BRAND_REGISTRATION: 'draft-brand.json',
  US_TEN_DLC_CAMPAIGN_REGISTRATION: 'draft-campaign.json',
  US_TOLL_FREE_REGISTRATION: 'draft-toll-free.json',
};

/** Returns the name of the file of a draft. */
export const fileOfDraft = (type: RegistrationType): string => FILES[type];

/** Returns the command that submits a downloaded draft, after it has asked. */
export function submitCommand(options: {
  type: RegistrationType;
  /** Registration to go on with; absent: the one of the draft, or a new one. */
  registration?: string | undefined;
  /** Brand of a campaign, or number; absent: the only one. */
  about?: string | undefined;
  /** Stack of the service; absent: it is a local one. */
  stack?: string | undefined;
}): string {
  const { type, registration, about, stack } = options;
  return [
    `npm run operator -- registration submit --draft ${fileOfDraft(type)}`,
    ...(registration === undefined ? [] : [`--registration ${registration}`]),
    ...(about === undefined ? [] : [`--for ${about}`]),
    ...(stack === undefined ? [] : [`--stack ${stack}`]),
  ].join(' ');
}

/**
 * Lists what a registration can be for: complete brands of a campaign, numbers of a toll-free verification. The command needs one of them
 * by name when there are several.
 */
export function candidatesOf(
  type: RegistrationType,
  { results, numbers }: Pick<RegistrationDesk, 'results' | 'numbers'>,
): string[] {
  switch (type) {
    case 'US_TEN_DLC_BRAND_REGISTRATION':
      return [];
    case 'US_TEN_DLC_CAMPAIGN_REGISTRATION':
      return results
        .filter((one) => one.type === 'US_TEN_DLC_BRAND_REGISTRATION' && one.status === 'COMPLETE')
        .map(({ id }) => id);
    case 'US_TOLL_FREE_REGISTRATION':
      return numbers.filter((one) => one.type === 'TOLL_FREE').map(({ number }) => number);
  }
}
