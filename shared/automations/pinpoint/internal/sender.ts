import { parseSender } from '../../../phone-numbers/e164';
import type { PinpointOptions } from '../pinpoint-options';
import type { Context } from './context';
import type { Part } from './part';

/**
 * Reads sender and purpose from the SMS settings of a document.
 *
 * @param messages settings of each SMS, absent ones included
 * @returns `from` absent when there is none, which is noted as needed
 */
export function readSender(
  context: Context,
  messages: Part[],
): { from: string | undefined; purpose: NonNullable<PinpointOptions['purpose']> } {
  const { findings } = context;
  const all = (name: string) => messages.map((message) => message.at(name)).filter(({ isGiven }) => isGiven);
  findings.changed(
    all('SenderId'),
    'A sender id is a member of a sender: make one with sender create --member id:NAME, and name it with --from.',
  );
  findings.left(
    [...all('EntityId'), ...all('TemplateId')],
    'Ids of the regulatory body: the registrations of the sender in AWS hold them.',
  );
  return {
    from: readFrom(context, all('OriginationNumber')),
    purpose: readPurpose(context, all('MessageType')),
  };
}

function readFrom({ findings, options }: Context, parts: Part[]): string | undefined {
  const numbers = parts.map(({ text = '' }) => parseSender(text) ?? parseSender(`+${text}`));
  const from = options.from ?? numbers.find((number) => number !== undefined);
  for (const [index, part] of parts.entries()) {
    const number = numbers[index];
    if (number === from && number !== undefined) findings.taken(part, 'The sender of all texts.');
    else if (from === undefined) findings.left(part, 'It is no number in E.164 form, and no short code.');
    else findings.changed(part, `All texts leave from ${from}.`);
  }
  if (from === undefined) findings.need('a sender, since the document names no number: --from');
  return from;
}

function readPurpose({ findings, options }: Context, parts: Part[]): NonNullable<PinpointOptions['purpose']> {
  const types = parts.map(({ text }) => text);
  if (options.purpose !== undefined) {
    findings.changed(parts, `The purpose is ${options.purpose}, as --purpose says.`);
    return options.purpose;
  }
  const isTransactional = types.length > 0 && types.every((type) => type === 'TRANSACTIONAL');
  const purpose = isTransactional ? 'informational' : 'marketing';
  if (new Set(types).size > 1)
    findings.changed(parts, 'One purpose holds for all texts: marketing, since one of them is PROMOTIONAL.');
  else
    findings.taken(
      parts,
      `The purpose is ${purpose}${isTransactional ? '' : ', which keeps to legal hours and the cap'}.`,
    );
  return purpose;
}
