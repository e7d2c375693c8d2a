import { extname } from 'node:path';
import { type Command, Option } from 'commander';
import { readSchema } from '../../../shared/audience/custom-fields/custom-field-schema';
import { audienceOf } from '../../../shared/audience/segments/preview-audience';
import { withCampaigns } from '../../../shared/campaigns/plan/campaigns-of-accounts';
import { columnsOfContacts, contactPages } from '../../../shared/exports/contact-pages';
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/exports/export-item';
import { schemaKey } from '../../../shared/platform/store/keys';
import validatePreview from '../../../shared/platform/validation/generated/segment-preview';
import { validateBody } from '../../../shared/platform/validation/validate-body';
import { OperatorError } from '../operator-error';
import type { OperatorIo } from '../operator-io';
import { readAudience } from '../read-audience';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';
import { writeWhole } from '../write-whole';

interface ExportOptions {
  account: string;
  file: string;
  format?: ExportFormat;
  audience?: string;
  segment?: string;
}

export function addExportVerb(noun: Command, io: OperatorIo): void {
  addVerb<ExportOptions>(noun, io, {
    name: 'export',
    summary: 'write contacts to a file, which an import reads back as they were',
    declare: (command) =>
      withAccount(command)
        .requiredOption('--file <path>', 'file to write; it is there once it is whole')
        .addOption(
          new Option('--format <format>', 'what it becomes, where its name does not say it').choices([
            ...EXPORT_FORMATS,
          ]),
        )
        .option('--audience <json>', 'whom to export: an audience as JSON, or @file; all unless given')
        .option('--segment <id>', 'whom to export: a segment'),
    run: async ({ target }, options) => {
      const rows = await writeContacts(target, options);
      const note = `${rows} contacts are in ${options.file}.`;
      return { json: { file: options.file, rows }, rows: [], note };
    },
  });
}

async function writeContacts(target: Target, options: ExportOptions): Promise<number> {
  const { id: accountId } = await requireAccount(target, options.account);
  const format = formatOf(options);
  const schema = readSchema(await target.table.get(schemaKey(accountId)));
  const body = validateBody(validatePreview, await readChoice(options));
  const audience = await audienceOf(target, { accountId, schema, body });
  const start = { position: undefined, columns: await columnsOfContacts(target, accountId) };
  const pages = contactPages(withCampaigns(target), { accountId, format, audience, start });
  let rows = 0;
  const texts = async function* () {
    for await (const page of pages) {
      rows += page.rows;
      yield page.text;
    }
  };
  await writeWhole(options.file, texts());
  return rows;
}

async function readChoice({ audience, segment }: ExportOptions): Promise<unknown> {
  const own = audience === undefined ? undefined : await readAudience(audience);
  return {
    ...(own !== undefined && { audience: own }),
    ...(segment !== undefined && { segmentId: segment }),
    ...(own === undefined && segment === undefined && { audience: { everyone: true } }),
  };
}

function formatOf({ file, format }: ExportOptions): ExportFormat {
  const named = format ?? EXPORT_FORMATS.find((one) => extname(file).toLowerCase() === `.${one}`);
  if (named) return named;
  throw new OperatorError(`${file} is neither .csv nor .jsonl: say which it becomes with --format.`);
}
