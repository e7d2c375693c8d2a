import type { AuditEntry } from '../../api/schemas';

/** Person, key or identity by which the log can be filtered. */
export interface ActorChoice {
  /** Id, or `operator` or `service` for all of them. */
  value: string;
  /** Text of the field when it is chosen. */
  label: string;
}

type Names = ReadonlyMap<string, string>;

/** Names the actor of an entry. An AWS identity is named by its last part. */
export function nameOfActor(actor: AuditEntry['actor'], names: Names): string {
  const { type, id = '', email } = actor;
  if (email !== undefined) return email;
  const name = names.get(id);
  switch (type) {
    case 'apiKey':
      return name === undefined ? 'An API key' : `API key “${name}”`;
    case 'operator':
      return `Operator ${id.split('/').at(-1) ?? ''}`.trim();
    case 'user':
      return name ?? 'A user';
    case 'service':
      return 'The service';
  }
}

const ID_END_CHARACTERS = 6;

/**
 * Adds the actors of entries to the choices: users and keys that the account has no more, and operators. Two choices
 * of one name get the end of their ids.
 */
export function withActorsOf(
  choices: readonly ActorChoice[],
  entries: readonly Pick<AuditEntry, 'actor'>[],
  names: Names,
): ActorChoice[] {
  const all = new Map(choices.map((choice) => [choice.value, choice]));
  for (const { actor } of entries) {
    if (actor.id === undefined || all.has(actor.id)) continue;
    all.set(actor.id, { value: actor.id, label: nameOfActor(actor, names) });
  }
  const named = [...all.values()];
  return named.map(({ value, label }) => {
    const isShared = named.some((other) => other.label === label && other.value !== value);
    return { value, label: isShared ? `${label} …${value.slice(-ID_END_CHARACTERS)}` : label };
  });
}

/** Returns the text of the field for an actor; an id or address that is no choice stands for itself. */
export const textOfActor = (choices: readonly ActorChoice[], actor: string): string =>
  choices.find(({ value }) => value === actor)?.label ?? actor;

/** Returns the actor that a text names: that of a choice, or what was typed, an id or e-mail address. */
export const actorOfText = (choices: readonly ActorChoice[], text: string): string =>
  choices.find(({ label }) => label === text.trim())?.value ?? text;
