import type { RecipientPlace } from '../../sending/jobs/read/recipient-cursor';

/** Place where a page of a campaign's recipients begins: one of its jobs, counted from 0, and a place in it. */
export interface CampaignPlace {
  job: number;
  place: RecipientPlace;
}

export const writeCampaignPlace = ({ job, place }: CampaignPlace): string =>
  [job, place.chunk, place.position].join('.');

/** @param text written by `writeCampaignPlace`; absent: the beginning */
export function readCampaignPlace(text = '0.1.0'): CampaignPlace {
  const [job = 0, chunk = 1, position = 0] = text.split('.').map(Number);
  return { job, place: { chunk, position } };
}
