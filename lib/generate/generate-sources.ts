import { generateReference } from './reference';
import { generateValidators } from './validators';

/** Writes every source file that is generated and not committed. Files that are already right stay untouched. */
export function generateSources(root: string): void {
  generateValidators(root);
  generateReference(root);
}
