import type { components, operations } from '../../../shared/http/generated/api';

type Schemas = components['schemas'];
type ItemOf<List extends { results: unknown[] }> = List['results'][number];

export type AccountSettings = Schemas['Settings'];
export type AddMembershipRequest = Schemas['AddMembershipRequest'];
export type AddWebhookRequest = Schemas['AddWebhookRequest'];
export type ApiKey = Schemas['ApiKey'];
export type AuditEntry = ItemOf<Schemas['AuditPage']>;
export type Audience = Schemas['Audience'];
export type Campaign = Schemas['Campaign'];
export type CampaignAudience = Schemas['CampaignAudience'];
export type CampaignLaunch = Schemas['CampaignLaunch'];
export type CampaignPatchRequest = Schemas['CampaignPatchRequest'];
export type CampaignRequest = Schemas['CampaignRequest'];
export type CampaignPreview = Schemas['CampaignPreview'];
export type Condition = Schemas['Condition'];
export type Contact = Schemas['Contact'];
export type ContactImport = Schemas['ContactImport'];
export type ContactRequest = Schemas['ContactRequest'];
export type Conversation = Schemas['Conversation'];
export type CreateImportRequest = Schemas['CreateImportRequest'];
export type CustomField = Schemas['CustomField'];
export type CustomFieldSettings = Schemas['CustomFieldSettings'];
export type DeadLetterQueue = ItemOf<Schemas['DeadLetterQueues']>;
export type Finding = ItemOf<Schemas['AwsFindings']>;
export type Group = Schemas['Group'];
export type GroupSettings = Schemas['GroupSettings'];
export type Invitation = Schemas['Invitation'];
export type Job = ItemOf<Schemas['JobPage']>;
export type Keyword = Schemas['Keyword'];
export type Member = Schemas['User'];
/** Fate of the API keys of a user who may not create keys any more. */
export type KeysFate = NonNullable<NonNullable<operations['removeUser']['parameters']['query']>['keys']>;
export type Message = Schemas['MessageStatus'];
export type OperatorAccount = Schemas['OperatorAccount'];
export type OperatorUser = Schemas['OperatorUser'];
export type OptOutContactRequest = Schemas['OptOutContactRequest'];
export type Overview = Schemas['Overview'];
export type PhoneText = ItemOf<Schemas['PhoneTexts']>;
export type RecipientResult = Schemas['RecipientResult'];
/** Right of a user in an account. */
export type Scope = Session['accounts'][number]['scopes'][number];
export type Segment = Schemas['Segment'];
export type Role = Member['role'];
export type SendingHold = ItemOf<Schemas['SendingHolds']>;
export type SendingNumber = Schemas['Number'];
export type Session = Schemas['Session'];
export type SetKeywordRequest = Schemas['SetKeywordRequest'];
export type ShortLink = Schemas['Link'];
export type UpdateCustomFieldRequest = Schemas['UpdateCustomFieldRequest'];
export type UpdateOperatorSettingsRequest = Schemas['UpdateOperatorSettingsRequest'];
export type UpdateSettingsRequest = Schemas['UpdateSettingsRequest'];
export type Webhook = Schemas['Webhook'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
/** Day of the week, as hours name it. */
export type Weekday = NonNullable<NonNullable<AccountSettings['openHours']>['days']>[number];
