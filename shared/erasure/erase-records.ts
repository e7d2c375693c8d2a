import { FILES_FOUND_FOR_DAYS } from '../platform/file-keys';
import { updateExpression } from '../platform/store/expressions';
import { PARTITIONS, type Partition } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import { eraseTexts } from './erase-texts';
import type { Eraser } from './eraser';

const accountInKey = (partition: Partition) => (item: Item) =>
  item.pk.slice(PARTITIONS[partition].length).split('#')[0] ?? '';

/** The name of a segment, and the parts of its filter. */
export const eraseSegment = eraseTexts({ accountOf: accountInKey('segment'), kept: () => [] });

/**
 * The name of a campaign, and the parts of its filter. Its text is erased in a draft; after the launch it is a text to others,
 * as it was approved, sent, and read back from their messages.
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

/** The filter of an export. */
export const eraseExport = eraseTexts({ accountOf: accountInKey('export'), kept: () => [] });

/** What was changed to what; who changed it stays. */
export const eraseAuditEntry = eraseTexts({ accountOf: accountInKey('audit'), kept: () => ['actor'] });

/** The evidence of another person's consent. The log of the person is deleted by `eraseContact`. */
export const eraseEvidence = eraseTexts({ accountOf: accountInKey('contact'), kept: () => [] });

const eraseImportTexts = eraseTexts({ accountOf: accountInKey('import'), kept: () => [] });

/** Older imports and exports have no file any more. */
export const FILES_SEARCHED_FOR_MS = FILES_FOUND_FOR_DAYS * 24 * 60 * 60 * 1000;

/**
 * What an import tells of its file and of consent. One that runs writes it again: `eraseFiles` waits for it. Samples of rejected
 * rows go with the file of them, which has the numbers of those rows; without the file whose they are cannot be told.
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

export const WITHOUT_SAMPLE = {
  ...updateExpression({ remove: ['rejectedSample'] }),
  ConditionExpression: 'attribute_exists(pk)',
};

const isOld = ({ createdAt }: Item, now: Date) =>
  now.getTime() - Date.parse(String(createdAt)) > FILES_SEARCHED_FOR_MS;
