import type { components, operations } from '../../../shared/http/generated/console-api';

type Schemas = components['schemas'];
type ItemOf<List extends { results: unknown[] }> = List['results'][number];

export type AccountSender = Schemas['AccountSender'];
export type AccountSettings = Schemas['Settings'];
export type AddMembershipRequest = Schemas['AddMembershipRequest'];
export type AddWebhookRequest = Schemas['AddWebhookRequest'];
export type ApiKey = Schemas['ApiKey'];
export type Assignee = ItemOf<Schemas['Assignees']>;
export type AuditEntry = ItemOf<Schemas['AuditPage']>;
export type Audience = Schemas['Audience'];
export type Automation = Schemas['Automation'];
export type AutomationEntry = Schemas['AutomationEntry'];
export type AutomationForecast = Schemas['AutomationForecast'];
export type AutomationPatchRequest = Schemas['AutomationPatchRequest'];
export type AutomationPerson = Schemas['AutomationPerson'];
export type AutomationPreview = Schemas['AutomationPreview'];
export type AutomationRequest = Schemas['AutomationRequest'];
export type AutomationStep = Schemas['AutomationStep'];
export type AutomationTrigger = Schemas['AutomationTrigger'];
export type AutomationVersion = ItemOf<Schemas['AutomationVersions']>;
export type Campaign = Schemas['Campaign'];
export type CampaignAudience = Schemas['CampaignAudience'];
export type CampaignLaunch = Schemas['CampaignLaunch'];
export type CampaignPatchRequest = Schemas['CampaignPatchRequest'];
export type CampaignRequest = Schemas['CampaignRequest'];
export type CampaignPreview = Schemas['CampaignPreview'];
export type Condition = Schemas['Condition'];
export type ConsoleImport = Schemas['ConsoleImport'];
export type Contact = Schemas['Contact'];
export type ContactRequest = Schemas['ContactRequest'];
export type Conversation = Schemas['Conversation'];
export type ConversationNote = Schemas['ConversationNote'];
export type CreateFormRequest = Schemas['CreateFormRequest'];
export type CreateImportRequest = Schemas['CreateImportRequest'];
export type CreateSenderRequest = Schemas['CreateSenderRequest'];
export type CustomField = Schemas['CustomField'];
export type CustomFieldSettings = Schemas['CustomFieldSettings'];
export type DeadLetterQueue = ItemOf<Schemas['DeadLetterQueues']>;
export type Finding = ItemOf<Schemas['AwsFindings']>;
export type Group = Schemas['Group'];
export type GroupSettings = Schemas['GroupSettings'];
export type Invitation = Schemas['Invitation'];
export type Job = ItemOf<Schemas['JobPage']>;
export type Keyword = Schemas['Keyword'];
export type ListedImport = ItemOf<Schemas['ConsoleImportPage']>;
export type Member = Schemas['User'];
/** Fate of the API keys of a user who may not create keys any more. */
export type KeysFate = NonNullable<NonNullable<operations['removeUser']['parameters']['query']>['keys']>;
export type Message = Schemas['MessageStatus'];
export type OperatorAccount = Schemas['OperatorAccount'];
export type OperatorUser = Schemas['OperatorUser'];
export type OptInForm = Schemas['OptInForm'];
export type OptOutContactRequest = Schemas['OptOutContactRequest'];
export type Overview = Schemas['Overview'];
export type PhoneText = ItemOf<Schemas['PhoneTexts']>;
export type RecipientResult = Schemas['RecipientResult'];
/** Right of a user in an account. */
export type Scope = Session['accounts'][number]['scopes'][number];
export type Registration = RegistrationDesk['results'][number];
export type RegistrationDesk = Schemas['Registrations'];
export type RegistrationDetail = Schemas['Registration'];
export type RegistrationDraft = Schemas['RegistrationDraft'];
export type RegistrationType = NonNullable<
  NonNullable<operations['getRegistrationDraft']['parameters']['query']>['type']
>;
export type SavedReply = Schemas['SavedReply'];
export type Segment = Schemas['Segment'];
export type Role = Member['role'];
export type SendingHold = ItemOf<Schemas['SendingHolds']>;
export type SendingNumber = Schemas['AccountNumber'];
export type Session = Schemas['Session'];
export type SetKeywordRequest = Schemas['SetKeywordRequest'];
export type ShortLink = Schemas['Link'];
export type UpdateConversationRequest = Schemas['UpdateConversationRequest'];
export type UpdateCustomFieldRequest = Schemas['UpdateCustomFieldRequest'];
export type UpdateFormRequest = Schemas['UpdateFormRequest'];
export type UpdateOperatorSettingsRequest = Schemas['UpdateOperatorSettingsRequest'];
export type UpdateSenderRequest = Schemas['UpdateSenderRequest'];
export type UpdateSettingsRequest = Schemas['UpdateSettingsRequest'];
export type Usage = Schemas['Usage'];
export type Webhook = Schemas['Webhook'];
/** Attempt at a delivery. */
export type WebhookAttempt = Schemas['WebhookDeliveryDetail']['history'][number];
export type WebhookDelivery = Schemas['WebhookDelivery'];
/** Day of the week, as hours name it. */
export type Weekday = NonNullable<NonNullable<AccountSettings['openHours']>['days']>[number];
