import { pathToFileURL } from 'node:url';
import type { AddVerbs } from '../add-verbs';
import { examineService } from '../../../shared/operations/examine-service';
import { examineLoad } from '../../../shared/platform/provider/eum/doctor/examine';
import type { Finding } from '../../../shared/platform/finding';
import { OperatorError } from '../operator-error';
import { readRegion } from '../region';
import { renderJson, renderText, type Report } from '../report';
import { addVerb } from '../verb';

export const addDoctorVerbs: AddVerbs = (noun, io) => {
  addVerb<object>(noun, io, {
    name: 'aws',
    summary:
      'check what a service needs of its AWS account, and that it runs; ends with 1 when there is a problem',
    declare: (command) => command,
    run: async ({ target }) => {
      const { outputs, table, clock } = target;
      const resources =
        outputs.Provider === 'eum'
          ? {
              inboundTopicArn: outputs.InboundTopicArn,
              receiptTopicArn: outputs.ReceiptTopicArn,
              configurationSet: outputs.ConfigurationSetName,
              leastConcurrency:
                outputs.LeastConcurrency === undefined ? undefined : Number(outputs.LeastConcurrency),
              neededQuotas: outputs.NeededQuotas,
            }
          : undefined;
      const findings = await examineService({ table, clock }, resources, {
        release: outputs.Release,
        timeZones: outputs.TimeZones,
      });
      return reportFindings(findings);
    },
  });
  // Before the first deployment there is no service to connect to.
  noun
    .command('quotas')
    .description('check, before a deployment, the quotas of the AWS account that a stage needs')
    .requiredOption('--stage <name>', 'stage, by its file in stages/')
    .option('--json', 'print one JSON value instead of a table')
    .action(async ({ stage, json }: { stage: string; json?: true }) => {
      const report = reportFindings(await examineStage(stage, io.environment));
      io.writeOut(json ? renderJson(report) : await renderText(report));
      if (report.failure !== undefined) throw new OperatorError(report.failure);
    });
};

async function examineStage(name: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const region = readRegion(environment);
  if (region === undefined) throw new OperatorError('Set AWS_REGION to the region of the deployment.');
  process.env.AWS_REGION = region;
  const { readStage } = await import('../../stack/choose-stage');
  const { neededQuotasOf } = await import('../../stack/needed-quotas');
  const { leastConcurrency } = await import('../../stack/size');
  const stage = await readStage(name, {
    folder: environment.STAGES_DIR ?? 'stages',
    load: async (file) => ((await import(pathToFileURL(file).href)) as { default?: unknown }).default,
    option: `--stage ${name}`,
  }).catch((error: Error) => {
    throw new OperatorError(error.message);
  });
  return examineLoad({ leastConcurrency: leastConcurrency(stage.size), neededQuotas: neededQuotasOf(stage) });
}

function reportFindings(findings: Finding[]): Report {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const unknown = findings.filter(({ state }) => state === 'unknown').length;
  const failure = [
    ...(problems > 0 ? [`Problems: ${problems}.`] : []),
    ...(unknown > 0 ? [`Could not be looked at: ${unknown}.`] : []),
  ].join(' ');
  return {
    json: findings,
    head: ['state', 'check', 'finding', 'what to do'],
    rows: findings.map(({ state, check, finding, advice }) => [state, check, finding, advice]),
    ...(failure !== '' && { failure }),
  };
}
