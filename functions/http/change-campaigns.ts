import { byRoute } from '../../shared/http/by-route';
import * as createCampaign from './create-campaign';
import * as updateCampaign from './update-campaign';
import * as deleteCampaign from './delete-campaign';
import * as launchCampaign from './launch-campaign';
import * as approveCampaign from './approve-campaign';
import * as rejectCampaign from './reject-campaign';
import * as pauseCampaign from './pause-campaign';
import * as resumeCampaign from './resume-campaign';
import * as cancelCampaign from './cancel-campaign';
import * as retryCampaign from './retry-campaign';

/** The routes that plan campaigns and steer them. */
export const handler = byRoute([
  createCampaign,
  updateCampaign,
  deleteCampaign,
  launchCampaign,
  approveCampaign,
  rejectCampaign,
  pauseCampaign,
  resumeCampaign,
  cancelCampaign,
  retryCampaign,
]);
