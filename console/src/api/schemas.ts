import type { components } from '../../../shared/http/generated/api';

type Schemas = components['schemas'];

export type Audience = Schemas['Audience'];
export type Campaign = Schemas['Campaign'];
export type CampaignAudience = Schemas['CampaignAudience'];
export type CampaignRequest = Schemas['CampaignRequest'];
export type CampaignPreview = Schemas['CampaignPreview'];
export type Condition = Schemas['Condition'];
export type Contact = Schemas['Contact'];
export type ContactImport = Schemas['ContactImport'];
export type CustomField = Schemas['CustomField'];
export type Group = Schemas['Group'];
export type RecipientResult = Schemas['RecipientResult'];
export type Segment = Schemas['Segment'];
