import FormField from '@cloudscape-design/components/form-field';
import Textarea from '@cloudscape-design/components/textarea';
import { MAX_DECISION_CHARACTERS } from '../../../shared/limits';
import { type Api, unwrap } from '../api/client';
import { countOf } from '../format/numbers';

/** Thing that awaits the approval. */
export interface Noted {
  kind: 'campaigns' | 'automations';
  id: string;
}

/** Stores the note to who decides; an empty one removes it. */
export function saveNote(api: Api, { kind, id }: Noted, note: string): Promise<unknown> {
  const request = { params: { path: { id } }, body: { note: note.trim() } };
  return kind === 'campaigns'
    ? unwrap(api.POST('/console/api/campaigns/{id}/note', request))
    : unwrap(api.POST('/console/api/automations/{id}/note', request));
}

/** Submits a draft for approval, with a note to who decides. */
export function submit(api: Api, { kind, id }: Noted, note: string): Promise<unknown> {
  const request = { params: { path: { id } }, body: { note: note.trim() } };
  return kind === 'campaigns'
    ? unwrap(api.POST('/console/api/campaigns/{id}/submit', request))
    : unwrap(api.POST('/console/api/automations/{id}/submit', request));
}

/**
 * Stores the note that was written with a launch or start which now awaits its approval.
 *
 * @returns message about what is done
 */
export async function sendNote(api: Api, on: Noted, note: string): Promise<string> {
  const waits = `The ${on.kind === 'campaigns' ? 'campaign' : 'automation'} waits until a second person approves it.`;
  if (note.trim() === '') return waits;
  try {
    await saveNote(api, on, note);
    return waits;
  } catch {
    // The launch is done all the same.
    return `${waits} Your note was not saved: add it on this page.`;
  }
}

export const isNoteTooLong = (note: string): boolean => [...note.trim()].length > MAX_DECISION_CHARACTERS;

interface Props {
  label: string;
  note: string;
  error?: string | undefined;
  onChange: (note: string) => void;
}

/** Field of the note to who decides. */
export const NoteField = ({ label, note, error, onChange }: Props) => (
  <FormField
    label={label}
    description="Such as what it is for, and who agreed to it. It is gone when it is submitted anew."
    errorText={
      isNoteTooLong(note) ? `The note has more than ${countOf(MAX_DECISION_CHARACTERS, 'character')}.` : error
    }
  >
    <Textarea value={note} onChange={({ detail }) => onChange(detail.value)} />
  </FormField>
);
