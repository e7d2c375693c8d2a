import type { AuditEntry } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';

export type AuditTarget = NonNullable<AuditEntry['target']>;

/** Names for the kinds of targets. */
const WORDS: Record<string, string> = {
  account: 'Account',
  apiKey: 'API key',
  automation: 'Automation',
  campaign: 'Campaign',
  contact: 'Contact',
  customField: 'Custom field',
  erasure: 'Erasure',
  export: 'Export',
  form: 'Opt-in form',
  group: 'Group',
  import: 'Import',
  invitation: 'Invitation',
  job: 'Broadcast',
  keyword: 'Keyword',
  link: 'Link',
  linkDomain: 'Link domain',
  message: 'Text',
  number: 'Number',
  queue: 'Queue',
  segment: 'Segment',
  sender: 'Sender',
  service: 'Service',
  user: 'User',
  webhook: 'Webhook',
};

/** Target of a change: its kind and name, with a link to its screen. */
export function ChangeTarget(props: {
  target: AuditTarget;
  name: string | undefined;
  screen: string | undefined;
}) {
  const { target, name, screen } = props;
  const word = WORDS[target.type] ?? target.type;
  const text = name === undefined ? `${word} ${target.id}` : `${word} “${name}”`;
  return screen === undefined ? <>{text}</> : <RouteLink to={screen}>{text}</RouteLink>;
}
