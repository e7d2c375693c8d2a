import { Fragment, type ReactNode } from 'react';
import type { AuditEntry } from '../../api/schemas';
import { nameOfActor } from './actor-choice';
import { type AuditTarget, ChangeTarget } from './change-target';
import { deedOf, unnamedTarget } from './deeds';
import { words } from './describe-change';

interface Props {
  entry: AuditEntry;
  /** Names for the ids in entries. */
  names: ReadonlyMap<string, string>;
  /** Returns the screen of a target; `undefined` when it has none. */
  screenOf: (target: AuditTarget) => string | undefined;
}

/** Entry as a sentence: who did what to whom. */
export function EntryWords({ entry, names, screenOf }: Props) {
  const { actor, action, target, related } = entry;
  const isUserNamed = related?.includes('@') === true;
  const of =
    target === undefined ? (
      unnamedTarget(action)
    ) : (
      <ChangeTarget
        target={target}
        name={names.get(target.id) ?? (isUserNamed ? related : undefined)}
        screen={screenOf(target)}
      />
    );
  const deed = deedOf(action, target !== undefined) ?? `${words(action).toLowerCase()}: {of}`;
  const hasWith = deed.includes('{with}');
  return (
    <>
      <b title={actor.id}>{nameOfActor(actor, names)}</b>{' '}
      {filled(deed, { of, with: <Related id={related} names={names} screenOf={screenOf} /> })}
      {!hasWith && !isUserNamed && related !== undefined && (
        <>
          {' '}
          (with <Related id={related} names={names} screenOf={screenOf} />)
        </>
      )}
    </>
  );
}

const PREFIXES: Readonly<Record<string, string>> = {
  ...{ acc: 'account', brc: 'job', cmp: 'campaign', aut: 'automation', con: 'contact', grp: 'group' },
  ...{ key: 'apiKey', seg: 'segment', usr: 'user', end: 'webhook', frm: 'form', imp: 'import' },
};

/** Other resource of a change. */
function Related({ id, names, screenOf }: { id: string | undefined } & Pick<Props, 'names' | 'screenOf'>) {
  if (id === undefined) return 'something else';
  const type = PREFIXES[id.slice(0, 3)];
  if (type === undefined) return names.get(id) ?? id;
  return <ChangeTarget target={{ type, id }} name={names.get(id)} screen={screenOf({ type, id })} />;
}

/** Fills the places of a sentence. */
function filled(sentence: string, places: Record<'of' | 'with', ReactNode>): ReactNode {
  return sentence
    .split(/(\{of\}|\{with\})/)
    .map((part, index) => (
      <Fragment key={index}>{part === '{of}' ? places.of : part === '{with}' ? places.with : part}</Fragment>
    ));
}
