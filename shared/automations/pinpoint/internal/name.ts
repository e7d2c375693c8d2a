import { MAX_CAMPAIGN_NAME_CHARACTERS } from '../../../limits';
import type { Context } from './context';
import type { Part } from './part';

/** Returns the name of the draft: the one that the operator gives, else that of the document, which may be cut. */
export function readName({ findings, options }: Context, part: Part): string {
  if (options.name !== undefined) {
    findings.changed(part, `The name is ${options.name}.`);
    return options.name;
  }
  const full = part.text ?? '';
  const name = [...full].slice(0, MAX_CAMPAIGN_NAME_CHARACTERS).join('').trim();
  if (name === '') findings.need('a name: --name');
  else if (name === full) findings.taken(part, 'The name.');
  else findings.changed(part, `The name has at most ${MAX_CAMPAIGN_NAME_CHARACTERS} characters: ${name}.`);
  return name;
}
