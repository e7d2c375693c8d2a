import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  describeDoubt,
  type DoubtfulTag,
  findDoubtfulTags,
  refuseDoubt,
} from '../../../shared/content/doubtful-tags';
import { isTrackingLink, findTagsInPasses } from '../../../shared/content/known-tags';
import { useCustomFields } from '../api/account-lists';
import { unwrap } from '../api/client';
import type { CustomField } from '../api/schemas';
import { useAccount } from '../app/session';
import type { TextKind } from './pieces';
import type { FieldLabels } from './value';

const NO_FIELDS: CustomField[] = [];

/** Returns the account's custom fields, with their labels by key. */
export function useFieldLabels(): { customFields: readonly CustomField[]; fields: FieldLabels } {
  const { data: customFields = NO_FIELDS } = useCustomFields();
  const fields = useMemo(() => new Map(customFields.map(({ key, label }) => [key, label])), [customFields]);
  return { customFields, fields };
}

/** Returns the account's short links; `undefined` until they are read. */
export function useLinks() {
  const { id, api } = useAccount();
  return useQuery({
    queryKey: [id, 'links', 'choice'],
    queryFn: async () => (await unwrap(api.GET('/console/api/links'))).results,
  }).data;
}

/** Finds what recipients would probably not read as the writer means it, by tag, with a sentence for each. */
export function useDoubts(body: string, kind: TextKind): ReadonlyMap<string, string> {
  const { data: customFields } = useCustomFields();
  const links = useLinks();
  const named = findTagsInPasses(body, kind);
  const doubts = findDoubtfulTags(body, {
    hasDefaults: kind.hasDefaults,
    isOfAutomation: kind.hasEvents,
    // What is not read yet is taken for known.
    registeredLinks: new Set(
      links?.map(({ link }) => link) ?? named.filter(isTrackingLink).map(({ argument = '' }) => argument),
    ),
    customFieldKeys: new Set(customFields?.map(({ key }) => key) ?? named.map(({ name }) => name)),
  });
  return new Map(doubts.map((doubt) => [doubt.tag, sentenceOf(doubt, kind)]));
}

function sentenceOf(doubt: DoubtfulTag, { refusal }: TextKind): string {
  const sentence = describeDoubt(doubt);
  return refusal === undefined || refuseDoubt(doubt) === undefined ? sentence : `${sentence} ${refusal}`;
}
