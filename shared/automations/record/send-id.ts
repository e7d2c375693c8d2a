/** Id of the campaign that carries the texts of a step. */
export const sendIdOf = (place: { automationId: string; version: number; step: number }): string =>
  `${place.automationId}.${place.version}.${place.step}`;

/** Id under which the texts of a run are counted, those of all steps and versions together. */
export const runIdOf = ({ automationId, run }: { automationId: string; run: string }): string =>
  `${automationId}.${run}`;

/** Reads the id of `sendIdOf`; `undefined` for that of a campaign that people planned. */
export function readSendId(
  campaignId: string | undefined,
): { automationId: string; version: number; step: number } | undefined {
  const [automationId = '', version, step] = campaignId?.split('.') ?? [];
  if (!automationId.startsWith('aut_') || version === undefined || step === undefined) return undefined;
  return { automationId, version: Number(version), step: Number(step) };
}
