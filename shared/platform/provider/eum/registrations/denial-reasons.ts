import type { DenialReason } from './read-registrations';

/**
 * Reasons for which AWS denies a registration, with what to do about each: the names in the API, and the short titles that toll-free
 * verifications have instead. The advice is in the words of this project. A reason that is not here is shown as AWS words it.
 *
 * **Source:** AWS End User Messaging SMS User Guide, "Rejection troubleshooting" and "Review criteria"; AWS End User Messaging User
 * Guide, "Toll-free number registration rejection reasons"; both as of 2026-11-28. The titles without a place in them (`UNCLEAR_OPT_IN_LANGUAGE`,
 * `UNOFFICIAL_BUSINESS_EMAIL`, `PRE_SELECTED_OPT_IN`, `MESSAGE_USE_CASE_MISMATCH`) are from public reports of denials of 2026.
 */
const ADVICE: ReadonlyArray<readonly [advice: string, reasons: string]> = [
  // Who registers
  [
    'Give the address as it is in public business records, complete, no PO box.',
    'BRAND_ADDRESS_INVALID INVALID_COMPANY_INFO',
  ],
  [
    "Give an e-mail address of the business's own domain, the one of its website, that receives mail.",
    'BRAND_EMAIL_INVALID_OR_MISSING BRAND_EMAIL_PUBLIC_DOMAIN INVALID_SUPPORT_EMAIL UNOFFICIAL_SUPPORT_EMAIL UNOFFICIAL_BUSINESS_EMAIL',
  ],
  [
    'Register the business that recipients know from the texts, not its software vendor or agency: company, website, samples and opt-in have to name the same one.',
    'BRAND_INVALID_BUSINESS_CONNECTION INVALID_BUSINESS_CONNECTION CAMPAIGN_ATTRIBUTES_MISMATCH INVALID_OVERALL',
  ],
  [
    'Register one brand for an EIN, and one business for a number.',
    'BRAND_MULTI_USE INVALID_MULTI_BUSINESS INVALID_MULTI_NUMBERS CAMPAIGN_MULTI_BRAND',
  ],
  ['Give a support phone number that answers.', 'BRAND_PHONE_NUMBER_INVALID_OR_MISSING'],
  [
    'Finish the registration of the brand, with its vetting or authentication, then submit the campaign again.',
    'BRAND_UNVERIFIED BRAND_VETTING_INVALID BRAND_NOT_TCR_AUTH_PLUS_COMPLIANT WAIT_TO_RESUBMIT_REGISTRATION',
  ],
  [
    'Use the legal name of the brand registration, or add the DBA name to it.',
    'BRAND_DBA_NAME_MISMATCH CAMPAIGN_TO_BRAND_MISMATCH',
  ],
  // What it is for
  [
    'Say who sends what to whom and why, and let description, use case, samples and website say the same: see `registration draft`.',
    'CAMPAIGN_MISMATCH CAMPAIGN_UNCLEAR UNCLEAR_USE_CASE USE_CASE_MISMATCH BRAND_USE_CASE_MISMATCH BRAND_USE_CASE_MISMATCH_POLITICAL CAMPAIGN_NOT_QUALIFIED_FOR_USE_CASE CAMPAIGN_CONFIRMATION_ISSUES MESSAGE_USE_CASE_MISMATCH',
  ],
  [
    'Choose the use case for donations or for politics, or take them out of description and samples.',
    'CAMPAIGN_MISMATCH_CHARITY CAMPAIGN_MISMATCH_POLITICAL SAMPLE_MESSAGE_USE_CASE_MISMATCH_CHARITY SAMPLE_MESSAGE_USE_CASE_MISMATCH_POLITICAL',
  ],
  ['Register one campaign for a use case, and delete the others.', 'CAMPAIGN_MULTI_USE'],
  [
    'Answer Yes to direct lending, in `campaignUseCase.directLending`.',
    'CAMPAIGN_UNDECLARED_DIRECT_LENDING UNDECLARED_DIRECT_LENDING',
  ],
  ['Write every field in English, with a translation of the samples.', 'CAMPAIGN_NON_ENGLISH_CONTENT'],
  ['Write a text of its own for each field and each sample.', 'CAMPAIGN_TEMPLATE_REUSE'],
  [
    'Describe the business that sends, and the texts that go out in production.',
    'CAMPAIGN_NOT_QUALIFIED_P2P CAMPAIGN_NOT_QUALIFIED_INFLUENCER CAMPAIGN_NOT_QUALIFIED_EMERGENCY_ALERT CAMPAIGN_NON_COMPLIANT_CONTENT_NON_SUBSCRIBER NON_COMPLIANT_USE_CASE_TESTING',
  ],
  ['Use another kind of number, such as toll-free.', 'ALTERNATIVE_SOLUTION_RECOMMENDED'],
  // Samples and answers
  [
    'Give at least two samples as they are sent: brand, brackets around what varies, "Reply STOP to opt out" in one.',
    'SAMPLE_MESSAGE_MISMATCH SAMPLE_MESSAGE_USE_CASE_MISMATCH MESSAGE_SAMPLES_MISMATCH NON_COMPLIANT_MESSAGE_SAMPLES',
  ],
  [
    'Take shorteners such as bit.ly out of the samples; a link domain of your own is fine (`account link-domain add`).',
    'SAMPLE_MESSAGE_SHORT_URL EMBEDDED_LINK_ISSUES',
  ],
  [
    'Put the phone number into a sample, or answer No in `campaignUseCase.embeddedPhone`.',
    'SAMPLE_MESSAGE_PHONE_NUMBER EMBEDDED_PHONE_ISSUES',
  ],
  [
    'Let the answer to HELP name the brand and an address, phone number or page for support: `account set --help-text`.',
    'HELP_MESSAGE_MISMATCH HELP_MESSAGE_NON_COMPLIANT SUBSCRIBER_HELP_ISSUES',
  ],
  [
    'Let the answer to STOP name the brand and say that no more texts come: `account set --opt-out-text`.',
    'OPT_OUT_MESSAGE_MISMATCH OPT_OUT_MESSAGE_NON_COMPLIANT UNCLEAR_OPT_OUT',
  ],
  // Fields
  [
    'Fill in the fields that AWS marks: `registration draft` names those that are missing or invalid.',
    'MISSING_REQUIRED_FIELD INVALID_FIELD_VALUE MISSING_CONDITIONAL_FIELD CONDITIONAL_FIELD_NOT_ALLOWED',
  ],
  ['Make a new registration: these fields cannot be changed any more.', 'CANNOT_UPDATE_REGISTRATION'],
  // Website, terms, privacy
  [
    'Give a website that opens without signing in, and shows name, services and contact of the business.',
    'BRAND_URL_INVALID BRAND_URL_INSUFFICIENT_CONTENT BRAND_URL_FORM_ONLY BRAND_URL_AUTHENTICATION_REQUIRED INVALID_URL',
  ],
  [
    'Give a privacy policy that opens, names the brand, and says that phone numbers and consent are not shared with third parties: `form set --privacy`.',
    'PRIVACY_POLICY_MISSING PRIVACY_POLICY_NON_COMPLIANT PRIVACY_POLICY_MISMATCH INVALID_PRIVACY_POLICY_URL OPT_IN_DATA_SHARED_WITH_THIRD_PARTIES NON_COMPLIANT_OPT_IN_THIRD_PARTY',
  ],
  [
    'Give terms that open and name brand, kind and frequency of the texts, STOP, HELP, support contact, privacy policy, and that carriers are not liable for late texts: `form set --terms`.',
    'TERMS_AND_CONDITIONS_MISSING TERMS_AND_CONDITIONS_NON_COMPLIANT TERMS_AND_CONDITIONS_NON_COMPLIANT_CARRIER_LIABILITY TERMS_AND_CONDITIONS_NON_COMPLIANT_CUSTOMER_CARE TERMS_AND_CONDITIONS_NON_COMPLIANT_MSG_FREQUENCY TERMS_AND_CONDITIONS_NON_COMPLIANT_OPT_OUT TERMS_AND_CONDITIONS_NON_COMPLIANT_PRIVACY_POLICY TERMS_AND_CONDITIONS_NON_COMPLIANT_USE_CASE TERMS_AND_CONDITIONS_MISMATCH TERMS_AND_CONDITIONS_USE_CASE_MISMATCH TERMS_AND_CONDITIONS_ISSUES INVALID_TERMS_AND_CONDITIONS_URL',
  ],
  // Opt-in
  [
    'Describe every way in which people opt in, with a public address or pictures: brand, kind and frequency of the texts, rates, STOP and HELP, terms, privacy. A public opt-in form has them (`form create`, `form evidence`).',
    'OPT_IN_WORKFLOW_MISSING OPT_IN_WORKFLOW_INCOMPLETE OPT_IN_WORKFLOW_MISMATCH OPT_IN_WORKFLOW_NON_COMPLIANT_DATA_RATES OPT_IN_WORKFLOW_NON_COMPLIANT_HELP_STOP OPT_IN_WORKFLOW_NON_COMPLIANT_MSG_FREQUENCY OPT_IN_WORKFLOW_NON_COMPLIANT_PRIVACY_POLICY OPT_IN_WORKFLOW_NON_COMPLIANT_TERMS_AND_CONDITIONS OPT_IN_WORKFLOW_NON_COMPLIANT_CONSENT_LANGUAGE UNCLEAR_OPT_IN UNCLEAR_OPT_IN_LANGUAGE COMPLIANT_OPT_IN_MISSING NON_COMPLIANT_OPT_IN',
  ],
  [
    'Ask for consent to texts by a box of its own that is not ticked, apart from terms and from other consent, and is no condition of a service; show it unticked in pictures.',
    'OPT_IN_WORKFLOW_CONSENT OPT_IN_WORKFLOW_CONSENT_MARKETING_NOT_SEPARATED OPT_IN_WORKFLOW_CHECKBOX_INVALID NON_COMPLIANT_OPT_IN_CONSENT PRE_SELECTED_OPT_IN',
  ],
  [
    'Let the text that asks for a YES name brand, frequency, "Msg & data rates may apply", HELP and STOP: `group set --confirmation-message`, or the default text.',
    'OPT_IN_MESSAGE_MISMATCH OPT_IN_MESSAGE_MISSING OPT_IN_MESSAGE_NON_COMPLIANT OPT_IN_MESSAGE_NON_COMPLIANT_HELP_STOP',
  ],
  // Content
  [
    'Ask for day, month and year of birth before people opt in.',
    'CAMPAIGN_NON_COMPLIANT_CONTENT_SHAFT_AGE_GATE OPT_IN_WORKFLOW_NON_COMPLIANT_CONTENT_SHAFT_AGE_GATE AGE_GATE_ISSUES NON_COMPLIANT_USE_CASE_ALCOHOL NON_COMPLIANT_USE_CASE_TOBACCO NON_COMPLIANT_USE_CASE_GUNS',
  ],
  [
    'Take out what the carriers forbid, on the website too; open a case with AWS Support when none of it is there.',
    'BRAND_NON_COMPLIANT_SWEEPSTAKES NON_COMPLIANT_USE_CASE',
  ],
  [
    'The carriers forbid this content, and do not take it again. Open a case with AWS Support when it is an error.',
    'BRAND_NON_COMPLIANT_HIGH_RISK_FINANCIAL SPAM_OR_PHISHING_ASSOCIATION BRAND_URL_HIGH_RISK_DOMAIN TERMS_AND_CONDITIONS_NON_COMPLIANT_AFFILIATE_MARKETING OPT_IN_WORKFLOW_NON_COMPLIANT_CONTENT_GAMBLING OPT_IN_WORKFLOW_NON_COMPLIANT_CONTENT_HIGH_RISK_FINANCIAL OPT_IN_WORKFLOW_NON_COMPLIANT_CONTENT_ILLEGAL_SUBSTANCES CAMPAIGN_NON_COMPLIANT_CONTENT_AFFILIATE_MARKETING CAMPAIGN_NON_COMPLIANT_CONTENT_GAMBLING CAMPAIGN_NON_COMPLIANT_CONTENT_HIGH_RISK_FINANCIAL CAMPAIGN_NON_COMPLIANT_CONTENT_ILLEGAL_SUBSTANCES CAMPAIGN_NON_COMPLIANT_CONTENT_JOB_BOARDS CAMPAIGN_NON_COMPLIANT_CONTENT_SHAFT CAMPAIGN_NON_COMPLIANT_CONTENT_SWEEPSTAKES CAMPAIGN_NON_COMPLIANT_CONTENT_CANNABIS NON_COMPLIANT_USE_CASE_AFFILIATE_MARKETING NON_COMPLIANT_USE_CASE_GAMBLING NON_COMPLIANT_USE_CASE_HIGH_RISK_FINANCIAL NON_COMPLIANT_USE_CASE_SHAFT NON_COMPLIANT_USE_CASE_CANNIBIS NON_COMPLIANT_USE_CASE_HATE SAMPLE_MESSAGE_NON_COMPLIANT_CONTENT_GAMBLING SAMPLE_MESSAGE_NON_COMPLIANT_CONTENT_HIGH_RISK_FINANCIAL SAMPLE_MESSAGE_NON_COMPLIANT_CONTENT_ILLEGAL_SUBSTANCES SAMPLE_MESSAGE_NON_COMPLIANT_CONTENT_JOB_BOARDS SAMPLE_MESSAGE_NON_COMPLIANT_CONTENT_SHAFT SAMPLE_MESSAGE_NON_COMPLIANT_CONTENT_SWEEPSTAKES',
  ],
  [
    'Open a case with AWS Support: a carrier or AWS has closed it.',
    'REGISTRATION_SUSPENDED_BY_MNO SECURITY_REVIEW_FAILED',
  ],
];

const BY_REASON = new Map(
  ADVICE.flatMap(([advice, reasons]) => reasons.split(' ').map((reason) => [reason, advice] as const)),
);

const UNKNOWN_REASON = 'This reason is not known here: go by the words of AWS.';

/**
 * Returns what to do about a reason of AWS.
 *
 * @param reason name or title, such as `OPT_IN_WORKFLOW_MISSING` or `Unclear Opt-in Language`; the title may stand in `short`
 */
export const adviceOn = ({ reason, short = '' }: Pick<DenialReason, 'reason' | 'short'>): string =>
  find(reason) ?? find(short) ?? UNKNOWN_REASON;

const find = (reason: string): string | undefined =>
  BY_REASON.get(
    reason
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_|_$/g, ''),
  );
