import type { FieldValue } from '../check-field';
import type { RegistrationType } from '../registration-types';

/** Facts of an account for a registration. Texts are those that the service sends. */
export interface RegistrationFacts {
  brand: string;
  /** Opt-in form; absent: the account has none, or the registration needs none. */
  form?: {
    url: string;
    description: string;
    frequency: string;
    termsUrl: string;
    privacyUrl: string;
    /** Words of consent beside the box. */
    consent: string;
    /** Text that asks for a YES. */
    confirmation: string;
    /** Text after that, if the group has one. */
    welcome?: string;
    /** Words that phones text to join the group of the form. */
    keywords: readonly string[];
  };
  /** Answers to HELP and STOP; absent when the provider of the number answers with texts of its own. */
  answers?: { help: string; stop: string };
}

export interface Known {
  value: FieldValue;
  from: string;
}

const FORM = 'the opt-in form';
const GROUP = 'the group of the form';
const CONFIRMATION = `${GROUP}: the text that asks for a YES`;

/** Returns the fields that an account knows, by path, whether a form has them or not. */
export function knownFields(type: RegistrationType, facts: RegistrationFacts): Record<string, Known> {
  const { brand, answers, form } = facts;
  return {
    'contactInfo.dbaName': { value: brand, from: 'the brand of the account' },
    ...(answers && {
      'campaignInfo.helpMessage': {
        value: answers.help,
        from: 'the answer to HELP, with keyword replies on',
      },
      'campaignInfo.stopMessage': {
        value: answers.stop,
        from: 'the answer to STOP, with keyword replies on',
      },
    }),
    'campaignUseCase.subscriberOptIn': OF_SERVICE,
    'campaignUseCase.subscriberOptOut': OF_SERVICE,
    'campaignUseCase.subscriberHelp': OF_SERVICE,
    ...(form && { ...fieldsOfForm(brand, form), ...samplesOf(type, form) }),
  };
}

const OF_SERVICE: Known = { value: ['Yes'], from: 'the service, which takes YES, STOP and HELP' };

function fieldsOfForm(brand: string, form: NonNullable<RegistrationFacts['form']>): Record<string, Known> {
  const purpose = { value: purposeOf(brand, form), from: FORM };
  const workflow = { value: workflowOf(form), from: FORM };
  const terms = { value: form.termsUrl, from: FORM };
  const privacy = { value: form.privacyUrl, from: FORM };
  const confirmation = { value: form.confirmation, from: CONFIRMATION };
  return {
    // 10DLC campaign
    'campaignInfo.campaignName': purpose,
    'campaignInfo.optInWorkflow': workflow,
    'campaignInfo.termsAndConditionsLink': terms,
    'campaignInfo.privacyPolicyLink': privacy,
    'campaignInfo.optInMessage': confirmation,
    ...(form.keywords.length > 0 && {
      'campaignInfo.optInKeyword': { value: form.keywords.join(', '), from: 'the keywords of the account' },
    }),
    // Toll-free verification
    'messagingUseCase.useCaseDetails': purpose,
    'messagingUseCase.optInDescription': workflow,
    'messagingUseCase.optInType': { value: ['DIGITAL_FORM'], from: FORM },
    'messagingUseCase.termsAndConditionsUrl': terms,
    'messagingUseCase.privacyPolicyUrl': privacy,
  };
}

/**
 * Returns the texts of the group as samples. The text that asks for a YES is one of a toll-free verification only: a campaign has a field
 * for it, and AWS denies texts that stand in two fields (`CAMPAIGN_TEMPLATE_REUSE`).
 */
function samplesOf(
  type: RegistrationType,
  { confirmation, welcome }: NonNullable<RegistrationFacts['form']>,
): Record<string, Known> {
  const samples: Known[] = [
    ...(type === 'US_TOLL_FREE_REGISTRATION' ? [{ value: confirmation, from: CONFIRMATION }] : []),
    ...(welcome === undefined ? [] : [{ value: welcome, from: `${GROUP}: the text when people join` }]),
  ];
  return Object.fromEntries(
    samples.map((sample, index) => [`messageSamples.messageSample${index + 1}`, sample]),
  );
}

const sentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

const purposeOf = (
  brand: string,
  { description, frequency, url }: NonNullable<RegistrationFacts['form']>,
): string =>
  `${brand} sends text messages to people who have signed up for them on ${url}: ${sentence(description)} ${sentence(frequency)}`;

const workflowOf = (form: NonNullable<RegistrationFacts['form']>): string =>
  [
    `People open the public page ${form.url}, enter a mobile phone number, tick a box that is not ticked before, and sign up.`,
    `Beside the box they read: "${form.consent}"`,
    `The page links the terms (${form.termsUrl}) and the privacy policy (${form.privacyUrl}).`,
    `The phone is then asked by text: "${form.confirmation}"`,
    'No other text is sent before it replies YES. The reply STOP ends all texts at once.',
    ...(form.keywords.length > 0
      ? [`People can also text ${form.keywords.join(' or ')} to the number.`]
      : []),
  ].join(' ');
