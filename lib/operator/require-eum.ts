import { OperatorError } from './operator-error';
import type { Target } from './target';

/**
 * Refuses a service that does not send by AWS End User Messaging.
 *
 * @param loss end of the sentence, such as `there is nothing to check`
 * @throws OperatorError
 */
export function requireEum({ outputs }: Pick<Target, 'outputs'>, loss: string): void {
  if (outputs.Provider === 'eum') return;
  throw new OperatorError(
    `This service does not send by AWS End User Messaging: ${loss}. Name a deployed stack with --stack, ` +
      'or try it on a local service that was started by "PROVIDER=eum npm start".',
  );
}
