/** Reason why a command cannot do what it was asked, as one plain sentence for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
