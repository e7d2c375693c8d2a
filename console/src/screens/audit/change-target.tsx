import type { AuditEntry } from '../../api/schemas';
import { CopyId, SHOWN_CHARACTERS } from '../../app/copy-id';
import { RouteLink } from '../../app/route-link';
import { kindOf } from './target-words';

export type AuditTarget = NonNullable<AuditEntry['target']>;

/** Returns true for an id of the service, which people do not read; a number, word or domain is none. */
const isId = (text: string) => /^[a-z]{3}_[0-9A-Za-z]{10,}$/.test(text);

/** Target of a change: its kind and name, with a link to its screen. Without a name it has the end of its id. */
export function ChangeTarget(props: {
  target: AuditTarget;
  name: string | undefined;
  screen: string | undefined;
}) {
  const { target, screen } = props;
  const kind = kindOf(target.type);
  const name = props.name ?? (isId(target.id) ? undefined : target.id);
  if (name === undefined && screen === undefined) {
    return (
      <>
        {kind} <CopyId id={target.id} what="id" />
      </>
    );
  }
  const text = name === undefined ? `${kind} …${target.id.slice(-SHOWN_CHARACTERS)}` : `${kind} “${name}”`;
  return screen === undefined ? <>{text}</> : <RouteLink to={screen}>{text}</RouteLink>;
}
