import type { AddVerbs } from '../add-verbs';
import { examineService } from '../../../shared/operations/examine-service';
import type { Finding } from '../../../shared/platform/provider/eum/doctor/finding';
import { OperatorError } from '../operator-error';
import type { Report } from '../report';
import { addVerb } from '../verb';

export const addDoctorVerbs: AddVerbs = (noun, io) => {
  addVerb<object>(noun, io, {
    name: 'aws',
    summary: 'check what a service needs of its AWS account; ends with 1 when there is a problem',
    declare: (command) => command,
    run: async ({ target }) => {
      const { outputs, table } = target;
      if (outputs.Provider !== 'eum') {
        throw new OperatorError(
          'This service does not send by AWS End User Messaging: there is nothing to check. Name a deployed stack with --stack, ' +
            'or try it on a local service that was started by "PROVIDER=eum npm start".',
        );
      }
      const resources = {
        inboundTopicArn: outputs.InboundTopicArn,
        receiptTopicArn: outputs.ReceiptTopicArn,
        configurationSet: outputs.ConfigurationSetName,
        leastConcurrency:
          outputs.LeastConcurrency === undefined ? undefined : Number(outputs.LeastConcurrency),
      };
      const findings = await examineService(table, resources, outputs.TimeZones);
      return reportFindings(findings);
    },
  });
};

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
