import { FILES_FOUND_FOR_DAYS } from '../../platform/files/file-keys';
import { updateExpression } from '../../platform/store/expressions';
import { PARTITIONS, type Partition } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import { eraseTexts } from './erase-texts';
import type { Eraser } from './eraser';

const accountInKey = (partition: Partition) => (item: Item) =>
  item.pk.slice(PARTITIONS[partition].length).split('#')[0] ?? '';

/** Erases people from the name and the filter of a segment. */
export const eraseSegment = eraseTexts({ accountOf: accountInKey('segment'), kept: () => [] });

/**
 * Erases people from the name and the filter of a campaign. The body is erased only in a draft; after the launch it is
 * a text to others, and stays as it was approved and sent, and as their messages have it.
 */
export const eraseCampaign = eraseTexts({
  accountOf: accountInKey('campaign'),
  kept: ({ status }) => [
    'from',
    'launchedBy',
    'decidedBy',
    'approvedPlan',
    ...(status === 'draft' ? [] : ['body', 'mediaUrl']),
  ],
});

/** Erases people from the filter of an export. */
export const eraseExport = eraseTexts({ accountOf: accountInKey('export'), kept: () => [] });

/** Erases people from the old and new values of a change; the actor stays. */
export const eraseAuditEntry = eraseTexts({ accountOf: accountInKey('audit'), kept: () => ['actor'] });

/** Erases people from the notes on the conversations of others; who wrote a note stays. */
export const eraseNote = eraseTexts({ accountOf: accountInKey('contact'), kept: () => ['by'] });

/** Erases the evidence of another person's consent. `eraseContact` deletes the log of the person. */
export const eraseEvidence = eraseTexts({ accountOf: accountInKey('contact'), kept: () => [] });

const eraseImportTexts = eraseTexts({ accountOf: accountInKey('import'), kept: () => [] });

/** Age after which imports and exports have no file any more. */
export const FILES_SEARCHED_FOR_MS = FILES_FOUND_FOR_DAYS * 24 * 60 * 60 * 1000;

/**
 * Erases what an import says about its file and about consent. A running import would write it again; `eraseFiles`
 * waits for it. Samples of rejected rows are removed together with the file of rejects, in which the numbers of those
 * rows can be found; without that file their person cannot be determined.
 */
export const eraseImport: Eraser = async (deps, item) => {
  if (item.status === 'running' || !deps.people.isOfAccount(accountInKey('import')(item))) return 'done';
  const isFileThere = item.hasRejectedFile === true && !isOld(item, deps.clock.now());
  if (item.rejectedSample !== undefined && !isFileThere) {
    await deps.table.update({ Key: { pk: item.pk, sk: item.sk }, ...WITHOUT_SAMPLE });
  }
  const { rejectedSample: _sample, ...rest } = item;
  return eraseImportTexts(deps, isFileThere ? item : rest);
};

const WITHOUT_SAMPLE = {
  ...updateExpression({ remove: ['rejectedSample'] }),
  ConditionExpression: 'attribute_exists(pk)',
};

const isOld = ({ createdAt }: Item, now: Date) =>
  now.getTime() - Date.parse(String(createdAt)) > FILES_SEARCHED_FOR_MS;
