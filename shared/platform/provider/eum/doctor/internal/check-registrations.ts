import { readRegistrations, type Registration } from '../../registrations/read-registrations';
import { reasonWords, resourceWords, statusWords } from '../../registrations/registration-words';
import type { DeployedService } from '../deployed-service';
import { type Finding, ok } from '../../../../finding';

/** Checks which registrations the carriers have approved, what they are for, and the reasons for rejections. */
export async function checkRegistrations({ eum }: DeployedService): Promise<Finding[]> {
  const findings = (await readRegistrations(eum)).map(findingOf);
  return findings.length > 0 ? findings : [ok('registrations', 'The AWS account has none.')];
}

function findingOf(registration: Registration): Finding {
  const { id, type, status, resources } = registration;
  const { words, state, advice } = statusWords(registration);
  const reasons = status === 'REQUIRES_UPDATES' ? `: ${denialWords(registration)}` : '.';
  const whatFor = resources.length === 0 ? '' : ` It is for ${resourceWords(resources)}.`;
  return {
    check: `registration ${id}`,
    state,
    finding: `${type} ${words}${reasons}${whatFor}`,
    ...(advice !== undefined && { advice }),
  };
}

function denialWords({ denial }: Registration): string {
  const said = [...(denial?.reasons ?? []).map(reasonWords), ...(denial?.feedback ? [denial.feedback] : [])];
  return said.length > 0 ? said.join(' ') : 'AWS names no reason.';
}
