import * as sendMessage from './send-message.route';
import * as getMessage from './get-message.route';
import * as sendBroadcast from './send-broadcast.route';
import * as getBroadcast from './get-broadcast.route';
import * as listBroadcastRecipients from './list-broadcast-recipients.route';
import * as getBroadcastClicks from './get-broadcast-clicks.route';
import * as cancelBroadcast from './cancel-broadcast.route';
import * as sendBatch from './send-batch.route';
import * as getBatch from './get-batch.route';
import * as listBatchRecipients from './list-batch-recipients.route';
import * as getBatchClicks from './get-batch-clicks.route';
import * as cancelBatch from './cancel-batch.route';
import * as createContact from './create-contact.route';
import * as getContact from './get-contact.route';
import * as updateContact from './update-contact.route';
import * as eraseContact from './erase-contact.route';
import * as getErasure from './get-erasure.route';
import * as listContacts from './list-contacts.route';
import * as getCustomFieldSchema from './get-custom-field-schema.route';
import * as createImport from './create-import.route';
import * as listImports from './list-imports.route';
import * as getImport from './get-import.route';
import * as startImport from './start-import.route';
import * as cancelImport from './cancel-import.route';
import * as addMembership from './add-membership.route';
import * as removeMembership from './remove-membership.route';
import * as createSegment from './create-segment.route';
import * as listSegments from './list-segments.route';
import * as getSegment from './get-segment.route';
import * as updateSegment from './update-segment.route';
import * as deleteSegment from './delete-segment.route';
import * as previewSegment from './preview-segment.route';
import * as createCampaign from './create-campaign.route';
import * as listCampaigns from './list-campaigns.route';
import * as getCampaign from './get-campaign.route';
import * as listCampaignRecipients from './list-campaign-recipients.route';
import * as updateCampaign from './update-campaign.route';
import * as deleteCampaign from './delete-campaign.route';
import * as previewCampaign from './preview-campaign.route';
import * as testCampaign from './test-campaign.route';
import * as launchCampaign from './launch-campaign.route';
import * as approveCampaign from './approve-campaign.route';
import * as rejectCampaign from './reject-campaign.route';
import * as pauseCampaign from './pause-campaign.route';
import * as resumeCampaign from './resume-campaign.route';
import * as cancelCampaign from './cancel-campaign.route';
import * as retryCampaign from './retry-campaign.route';
import * as listGroups from './list-groups.route';
import * as getGroup from './get-group.route';
import * as createContactExport from './create-contact-export.route';
import * as getContactExport from './get-contact-export.route';
import * as createBroadcastExport from './create-broadcast-export.route';
import * as getBroadcastExport from './get-broadcast-export.route';
import * as createBatchExport from './create-batch-export.route';
import * as getBatchExport from './get-batch-export.route';
import * as createCampaignExport from './create-campaign-export.route';
import * as getCampaignExport from './get-campaign-export.route';
import * as showReference from './show-reference.route';
import * as showOpenApi from './show-openapi.route';
import * as showErrorReference from './show-error-reference.route';

/** Every route, in the order of the reference. What a route is, its own file says. */
export const DECLARATIONS = [
  sendMessage,
  getMessage,
  sendBroadcast,
  getBroadcast,
  listBroadcastRecipients,
  getBroadcastClicks,
  cancelBroadcast,
  sendBatch,
  getBatch,
  listBatchRecipients,
  getBatchClicks,
  cancelBatch,
  createContact,
  getContact,
  updateContact,
  eraseContact,
  getErasure,
  listContacts,
  getCustomFieldSchema,
  addMembership,
  removeMembership,
  createSegment,
  listSegments,
  getSegment,
  updateSegment,
  deleteSegment,
  previewSegment,
  createCampaign,
  listCampaigns,
  getCampaign,
  listCampaignRecipients,
  updateCampaign,
  deleteCampaign,
  previewCampaign,
  testCampaign,
  launchCampaign,
  approveCampaign,
  rejectCampaign,
  pauseCampaign,
  resumeCampaign,
  cancelCampaign,
  retryCampaign,
  listGroups,
  getGroup,
  createImport,
  listImports,
  getImport,
  startImport,
  cancelImport,
  createContactExport,
  getContactExport,
  createBroadcastExport,
  getBroadcastExport,
  createBatchExport,
  getBatchExport,
  createCampaignExport,
  getCampaignExport,
  showReference,
  showOpenApi,
  showErrorReference,
] as const;

/** The rows of all routes. **Source:** rules 4. */
export const ROUTES = DECLARATIONS.map(({ route }) => route);

export type OperationId = (typeof ROUTES)[number]['operationId'];

/** Answers requests that no route takes. */
export const DEFAULT_ROUTE_HANDLER = 'functions/http/answer-unknown-route.ts';
