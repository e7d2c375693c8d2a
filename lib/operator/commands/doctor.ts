import type { AddVerbs } from '../add-verbs';
import { readDeployedService } from '../doctor/deployed-service';
import { examine } from '../doctor/examine';
import type { Finding } from '../doctor/finding';
import type { Report } from '../report';
import { addVerb } from '../verb';

export const addDoctorVerbs: AddVerbs = (noun, io) => {
  addVerb<object>(noun, io, {
    name: 'aws',
    summary: 'check what a deployed stack needs of its AWS account; ends with 1 when there is a problem',
    declare: (command) => command,
    run: async ({ target }) => {
      const service = await readDeployedService(target);
      try {
        return reportFindings(await examine(service));
      } finally {
        service.eum.destroy();
      }
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
