import { readCampaign } from './internal/campaign';
import { Findings } from './internal/findings';
import { readJourney } from './internal/journey';
import { readField } from './internal/field';
import { Part } from './internal/part';
import type { PinpointDraft } from './pinpoint-draft';
import type { PinpointOptions } from './pinpoint-options';

/**
 * Makes a draft from what `GetJourney` or `GetCampaign` of Amazon Pinpoint returns, with or without the name of the
 * response around it.
 *
 * @returns the draft with a line for every part of the document; a sentence with the reason when it is no such document
 */
export function readPinpoint(document: unknown, options: PinpointOptions): PinpointDraft | string {
  const root = new Part(document, '');
  const found = [root.at('JourneyResponse'), root.at('CampaignResponse'), root].find(
    ({ isGiven }) => isGiven,
  );
  const part = (found ?? root).asDocument;
  const isJourney = ['Activities', 'StartActivity', 'StartCondition'].some((name) => part.at(name).isGiven);
  if (!isJourney && !part.at('SegmentId').isGiven) return refuse(root);
  const findings = new Findings();
  checkFields(findings, options);
  const context = { findings, options };
  const draft = isJourney
    ? ({ kind: 'automation', draft: readJourney(context, part) } as const)
    : readCampaign(context, part);
  findings.tellTheRest(part);
  return { ...draft, findings: findings.lines, needs: findings.needs };
}

function refuse(root: Part): string {
  const lists = ['JourneysResponse', 'CampaignsResponse', 'Item'];
  const isList = lists.some((name) => root.at(name).isGiven) || root.items.length > 0;
  return isList
    ? 'The file has a list: import each journey and campaign by itself, as get-journey and get-campaign print it.'
    : 'The file is not what get-journey or get-campaign of Amazon Pinpoint prints.';
}

/** Notes fields that attributes are mapped to and that there are not. */
function checkFields(findings: Findings, { fields, schema }: PinpointOptions): void {
  for (const [source, field] of Object.entries(fields))
    if (!readField(field, schema))
      findings.need(
        `a field that there is: --map "${source}=${field}" names none, such as firstName, customFields.<label> or event.<name>`,
      );
}
