/** Returns the automation that sent a text, from the id of the campaign that carries the texts of its step. */
export const automationOf = (campaignId: string | undefined): string | undefined =>
  campaignId?.startsWith('aut_') === true ? campaignId.split('.')[0] : undefined;
