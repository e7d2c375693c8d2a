import Box from '@cloudscape-design/components/box';
import { useEffect, useRef } from 'react';
import type { Found } from './places';
import type { Section } from './use-account-search';

interface Props {
  id: string;
  sections: readonly Section[];
  active: Found | undefined;
  onChoose: (id: string) => void;
  onOpen: (found: Found) => void;
}

/** Returns the id of a result's element, which has no spaces. */
export const optionId = (listId: string, { id }: Found): string => `${listId}-${encodeURIComponent(id)}`;

/** Results in groups with headings. The field keeps the focus, and names the result that Enter opens. */
export function ResultList({ id: listId, sections, active, onChoose, onOpen }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label="Results" className="search-results">
      {sections
        .filter(({ found }) => found.length > 0)
        .map(({ title, found }) => (
          <div key={title} role="group" aria-label={title}>
            <div aria-hidden="true" className="search-heading">
              {title}
            </div>
            {found.map((result) => (
              <div
                key={result.id}
                id={optionId(listId, result)}
                role="option"
                tabIndex={-1}
                aria-selected={result.id === active?.id}
                className="search-result"
                onMouseMove={() => onChoose(result.id)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(result)}
              >
                <span>{result.text}</span>
                {result.details !== undefined && result.details !== '' && (
                  <Box variant="small" color="inherit" display="inline">
                    {result.details}
                  </Box>
                )}
              </div>
            ))}
          </div>
        ))}
    </div>
  );
}
