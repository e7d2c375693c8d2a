import {
  type AccessDeniedException,
  type AccessDeniedExceptionReason,
  type ConflictException,
  type ConflictExceptionReason,
  PinpointSMSVoiceV2ServiceException,
  type ResourceNotFoundException,
  type ServiceQuotaExceededException,
  type ServiceQuotaExceededExceptionReason,
  type ValidationException,
  type ValidationExceptionReason,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { SendOutcome } from '../../port';

/**
 * Reasons for which End User Messaging refuses a message, with the sentence that a caller gets. The texts are ours: the
 * provider's own may quote the phone number.
 */
const REFUSALS = {
  opted_out: 'The recipient opted out at the provider.',
  invalid_number: 'The recipient is not a valid phone number.',
  not_sms_capable: 'The number cannot send or receive this kind of message.',
  destination_blocked: 'Messages to the recipient, or to its country, are blocked at the provider.',
  destination_not_verified: 'The provider account is in the sandbox and the recipient is not verified there.',
  sender_not_usable: 'The sender number cannot be used at the provider for this message.',
  media_unavailable: 'The media file could not be fetched, or cannot be sent.',
  message_rejected: 'The provider does not accept the message as it is.',
  price_too_high: 'Sending the message would cost more than the provider account allows.',
  provider_limit_reached: 'A limit of the provider account is reached.',
  provider_access_denied: 'The provider account may not send.',
  provider_misconfigured: 'The provider account is not set up for this message.',
} as const;

type RefusalType = keyof typeof REFUSALS;

/** Reasons of operations other than sending. If one occurs all the same, it says nothing about the message. */
type ConflictOfOthers =
  | 'CREATE_REGISTRATION_VERSION_NOT_ALLOWED'
  | 'DELETION_PROTECTION_ENABLED'
  | 'DISASSOCIATE_REGISTRATION_NOT_ALLOWED'
  | 'DISCARD_REGISTRATION_VERSION_NOT_ALLOWED'
  | 'EDIT_REGISTRATION_FIELD_VALUES_NOT_ALLOWED'
  | 'EVENT_DESTINATION_MISMATCH'
  | 'LAST_PHONE_NUMBER'
  | 'NOTIFY_CONFIGURATION_NOT_ACTIVE'
  | 'OPT_OUT_LIST_MISMATCH'
  | 'PHONE_NUMBER_ASSOCIATED_TO_POOL'
  | 'PHONE_NUMBER_ASSOCIATED_TO_REGISTRATION'
  | 'PHONE_NUMBER_NOT_ASSOCIATED_TO_POOL'
  | 'PHONE_NUMBER_NOT_IN_REGISTRATION_REGION'
  | 'POOL_ASSOCIATED_TO_NOTIFY_CONFIGURATION'
  | 'PROTECT_CONFIGURATION_ASSOCIATED_WITH_CONFIGURATION_SET'
  | 'PROTECT_CONFIGURATION_IS_ACCOUNT_DEFAULT'
  | 'RCS_AGENT_ALREADY_ASSOCIATED_TO_REGISTRATION_TYPE'
  | 'RCS_AGENT_ASSOCIATED_TO_POOL'
  | 'REGISTRATION_ALREADY_SUBMITTED'
  | 'RESOURCE_ALREADY_ASSOCIATED'
  | 'RESOURCE_ALREADY_EXISTS'
  | 'RESOURCE_DELETION_NOT_ALLOWED'
  | 'RESOURCE_MODIFICATION_NOT_ALLOWED'
  | 'RESOURCE_NOT_EMPTY'
  | 'SELF_MANAGED_OPT_OUTS_MISMATCH'
  | 'SENDER_ID_ASSOCIATED_TO_POOL'
  | 'SUBMIT_REGISTRATION_VERSION_NOT_ALLOWED'
  | 'TWO_WAY_CONFIG_MISMATCH'
  | 'VERIFICATION_ALREADY_COMPLETE'
  | 'VERIFICATION_CODE_EXPIRED';
type InvalidOfOthers =
  | 'CANNOT_ADD_OPTED_OUT_NUMBER'
  | 'INVALID_FILTER_VALUES'
  | 'INVALID_NEXT_TOKEN'
  | 'INVALID_REGISTRATION_ASSOCIATION'
  | 'PHONE_NUMBER_CANNOT_BE_OPTED_IN'
  | 'PHONE_NUMBER_CANNOT_BE_RELEASED'
  | 'REGISTRATION_FIELD_CANNOT_BE_DELETED'
  | 'REQUESTED_SPEND_LIMIT_HIGHER_THAN_SERVICE_LIMIT'
  | 'TWO_WAY_CHANNEL_NOT_PRESENT'
  | 'TWO_WAY_NOT_ENABLED'
  | 'TWO_WAY_NOT_SUPPORTED_IN_COUNTRY'
  | 'TWO_WAY_NOT_SUPPORTED_IN_REGION'
  | 'TWO_WAY_TOPIC_NOT_PRESENT'
  | 'UNKNOWN_REGISTRATION_FIELD'
  | 'UNKNOWN_REGISTRATION_SECTION'
  | 'UNKNOWN_REGISTRATION_TYPE'
  | 'UNKNOWN_REGISTRATION_VERSION'
  | 'VERIFICATION_CODE_MISMATCH'
  | 'VOICE_CAPABILITY_NOT_AVAILABLE';

/** Reasons of sending that are told as those that no table has: by the kind of the exception alone. */
type OtherConflict = 'PROTECT_CONFIGURATION_NOT_ASSOCIATED_WITH_CONFIGURATION_SET';
type OtherwiseInvalid =
  | 'CANNOT_PARSE'
  | 'FIELD_VALIDATION_FAILED'
  | 'INVALID_PARAMETER'
  | 'INVALID_REQUEST'
  | 'MAXIMUM_SIZE_EXCEEDED'
  | 'MISSING_PARAMETER'
  | 'OTHER'
  | 'PARAMETERS_CANNOT_BE_USED_TOGETHER'
  | 'UNSPECIFIED_PARAMETER_NOT_SUPPORTED';

// Names for what stands often in the tables: each bundle that sends has them.
const NOT_USABLE = 'sender_not_usable';
const BLOCKED = 'destination_blocked';
const NO_MEDIA = 'media_unavailable';
const MISCONFIGURED = 'provider_misconfigured';
const DENIED = 'provider_access_denied';
const REJECTED = 'message_rejected';

const CONFLICTS: Record<Exclude<ConflictExceptionReason, ConflictOfOthers | OtherConflict>, RefusalType> = {
  DESTINATION_PHONE_NUMBER_OPTED_OUT: 'opted_out',
  DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION: BLOCKED,
  DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE: BLOCKED,
  DESTINATION_PHONE_NUMBER_NOT_VERIFIED: 'destination_not_verified',
  NUMBER_CAPABILITIES_MISMATCH: 'not_sms_capable',
  MESSAGE_TYPE_MISMATCH: NOT_USABLE,
  NO_ORIGINATION_IDENTITIES_FOUND: NOT_USABLE,
  RESOURCE_NOT_ACTIVE: NOT_USABLE,
  REGISTRATION_NOT_COMPLETE: NOT_USABLE,
  KEYWORD_MISMATCH: NOT_USABLE,
};

const INVALID: Record<Exclude<ValidationExceptionReason, InvalidOfOthers | OtherwiseInvalid>, RefusalType> = {
  CHANNEL_NOT_ENABLED: NOT_USABLE,
  COUNTRY_CODE_MISMATCH: NOT_USABLE,
  COUNTRY_NOT_ENABLED: BLOCKED,
  DESTINATION_COUNTRY_BLOCKED: BLOCKED,
  INTERNATIONAL_SENDING_NOT_SUPPORTED: NOT_USABLE,
  INVALID_IDENTITY_FOR_DESTINATION_COUNTRY: NOT_USABLE,
  SENDER_ID_NOT_REGISTERED: NOT_USABLE,
  SENDER_ID_NOT_SUPPORTED: NOT_USABLE,
  SENDER_ID_REQUIRES_REGISTRATION: NOT_USABLE,
  ATTACHMENT_TYPE_NOT_SUPPORTED: NO_MEDIA,
  MEDIA_TYPE_NOT_SUPPORTED: NO_MEDIA,
  RESOURCE_NOT_ACCESSIBLE: NO_MEDIA,
  PRICE_OVER_THRESHOLD: 'price_too_high',
  INVALID_ARN: MISCONFIGURED,
  UNKNOWN_OPERATION: MISCONFIGURED,
};

/** Reasons for which the provider takes nothing from the AWS account. */
const SUSPENDED: readonly AccessDeniedExceptionReason[] = [
  'ACCOUNT_DISABLED',
  'INSUFFICIENT_ACCOUNT_REPUTATION',
];

const SENDER_RESOURCES: readonly string[] = ['phone-number', 'pool', 'rcs-agent', 'sender-id'];
const DESTINATION_FIELD = 'DestinationPhoneNumber';

/** Outcome of a throttled request. AWS names no waiting time; the retry adds a growing one. */
const THROTTLED = {
  outcome: 'unavailable',
  retryAfterSeconds: 1,
  isNoOutage: true,
} as const satisfies SendOutcome;
/** Time after which a message is tried again that the provider takes once its own state has changed. */
const STATE_CHANGES_AFTER_SECONDS = 120;
const UNKNOWN: SendOutcome = { outcome: 'unknown' };

/** Outcome of a refusal that means every message of the AWS account. No message fails for it. **Source:** rules E8.1. */
const everyMessage = (reason: 'spend_limit' | 'provider'): SendOutcome => ({
  outcome: 'unavailable',
  retryAfterSeconds: STATE_CHANGES_AFTER_SECONDS,
  everyMessage: reason,
});

/** Outcome of a refusal that means some messages until the provider's own state has changed. */
const LATER: SendOutcome = { ...THROTTLED, retryAfterSeconds: STATE_CHANGES_AFTER_SECONDS };

/** Outcome when the month's limit of one kind of message is reached; the limit of texts means every message. */
const SPEND_LIMITS: Partial<Record<ServiceQuotaExceededExceptionReason, SendOutcome>> = {
  MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT: everyMessage('spend_limit'),
  MONTHLY_SPEND_LIMIT_REACHED_FOR_MEDIA: LATER,
  MONTHLY_SPEND_LIMIT_REACHED_FOR_RCS: LATER,
};
const CONFIGURATION_SET = 'configuration-set';

export function refusedAs(errorType: RefusalType): Extract<SendOutcome, { outcome: 'refused' }> {
  return { outcome: 'refused', errorType, errorMessage: REFUSALS[errorType] };
}

/**
 * Translates an error of End User Messaging into the outcome for the message. The tables contain every exception and
 * every reason of sending: an SDK with additional conflicts or validations does not compile.
 *
 * A client error means that the request was not carried out. A server error says nothing, and no token lets the
 * provider recognise a repeated request: every message that is not certainly unsent is `unknown`.
 *
 * **Source:** AWS End User Messaging SMS API reference of version 2, `SendTextMessage` and `SendMediaMessage`, Errors;
 * `Reason` and `Fields` of each in the service's model of 2022-03-31, as the SDK has it; and AWS's common errors.
 */
export function readRefusal(error: unknown): SendOutcome {
  if (!(error instanceof PinpointSMSVoiceV2ServiceException)) return UNKNOWN;
  switch (error.name) {
    case 'ThrottlingException':
      return THROTTLED;
    case 'InternalServerException':
      return UNKNOWN;
    case 'ConflictException': {
      const { Reason: reason, ResourceType: type } = error as ConflictException;
      if (type === CONFIGURATION_SET && reason === 'RESOURCE_NOT_ACTIVE') return everyMessage('provider');
      return refusedAs(lookUp(CONFLICTS, reason, MISCONFIGURED));
    }
    case 'ValidationException':
      return refusedAs(readInvalid(error as ValidationException));
    case 'AccessDeniedException': {
      const { Reason: reason } = error as AccessDeniedException;
      return reason !== undefined && SUSPENDED.includes(reason)
        ? everyMessage('provider')
        : refusedAs(DENIED);
    }
    case 'ServiceQuotaExceededException': {
      const { Reason: reason } = error as ServiceQuotaExceededException;
      const ofLimit = reason === undefined ? undefined : SPEND_LIMITS[reason];
      return ofLimit ?? refusedAs('provider_limit_reached');
    }
    case 'ResourceNotFoundException': {
      const { ResourceType: type = '' } = error as ResourceNotFoundException;
      if (type === CONFIGURATION_SET) return everyMessage('provider');
      return refusedAs(SENDER_RESOURCES.includes(type) ? 'sender_not_usable' : MISCONFIGURED);
    }
    default:
      return readCommonError(error);
  }
}

function readInvalid(error: ValidationException): RefusalType {
  const isAboutDestination = error.Fields?.some(({ Name: name }) => name === DESTINATION_FIELD) ?? false;
  const refusal = lookUp(INVALID, error.Reason, REJECTED);
  return isAboutDestination && refusal === REJECTED ? 'invalid_number' : refusal;
}

/** Translates errors that any AWS service may return before the request has reached the service itself. */
function readCommonError(error: PinpointSMSVoiceV2ServiceException): SendOutcome {
  const { httpStatusCode: status } = error.$metadata;
  if (COMMON_THROTTLING.includes(error.name) || status === 429) return THROTTLED;
  // The role's credentials are renewed automatically, so a retry succeeds.
  if (COMMON_EXPIRED.includes(error.name)) return THROTTLED;
  if (COMMON_DENIED.includes(error.name) || status === 401 || status === 403) {
    return refusedAs(DENIED);
  }
  if (status === undefined || status < 400 || status >= 500 || status === 408) return UNKNOWN;
  return refusedAs(MISCONFIGURED);
}

const COMMON_THROTTLING: readonly string[] = [
  'Throttling',
  'ThrottledException',
  'RequestThrottled',
  'RequestThrottledException',
  'TooManyRequestsException',
  'RequestLimitExceeded',
];
const COMMON_EXPIRED: readonly string[] = ['ExpiredToken', 'ExpiredTokenException', 'RequestExpired'];
const COMMON_DENIED: readonly string[] = [
  'AccessDenied',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'MissingAuthenticationTokenException',
  'NotAuthorized',
  'OptInRequired',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
];

function lookUp(
  table: Readonly<Record<string, RefusalType>>,
  reason: string | undefined,
  otherwise: RefusalType,
): RefusalType {
  return reason !== undefined && Object.hasOwn(table, reason) ? (table[reason] ?? otherwise) : otherwise;
}
