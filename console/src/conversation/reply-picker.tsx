import Box from '@cloudscape-design/components/box';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SavedReply } from '../api/schemas';
import { useAccount } from '../app/session';
import { insertReply, matchReplies, searchOf } from './saved-replies';
import { useSavedReplies } from './use-saved-replies';

interface Options {
  body: string;
  /** Called with the answer that has the reply in it. */
  onPick: (body: string) => void;
}

/** Parts of a search for a saved reply in the field of an answer. */
interface ReplySearch {
  /** True while the list is shown: the answer is then a search, not a text to send. */
  isOpen: boolean;
  /** Attributes of the field: they name the list and its chosen option. */
  attributes: Record<string, string>;
  list: React.ReactNode;
  /** Takes a key that means something to the list; returns false for other keys. */
  takeKey: (key: string) => boolean;
}

/** Search for a saved reply: a slash at the beginning of an answer opens the list, Enter inserts the chosen one. */
export function useReplySearch({ body, onPick }: Options): ReplySearch {
  const { data: replies = [] } = useSavedReplies();
  const listId = useId();
  const [chosenAt, setChosenAt] = useState({ search: '', place: 0 });
  const [closedAt, setClosedAt] = useState<string>();
  const search = searchOf(body);
  const found = search === undefined || closedAt === body ? [] : matchReplies(replies, search);
  // Another search begins with its best match.
  const place = chosenAt.search === search ? chosenAt.place : 0;
  const at = Math.min(place, found.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;
  const chosenId = optionId(at);
  useEffect(() => {
    document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);
  if (search === undefined || found.length === 0) {
    return { isOpen: false, attributes: {}, list: null, takeKey: () => false };
  }
  const pick = ({ text }: SavedReply) => {
    setChosenAt({ search: '', place: 0 });
    onPick(insertReply(body, text));
  };
  return {
    isOpen: true,
    attributes: {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': chosenId,
    },
    list: (
      <ul className="reply-list" role="listbox" id={listId} aria-label="Saved replies">
        {found.map((reply, index) => (
          <li
            key={reply.id}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(reply)}
          >
            <strong>{reply.title}</strong>
            <Box variant="small" display="block" color="inherit">
              <span className="reply-text">{reply.text}</span>
            </Box>
          </li>
        ))}
      </ul>
    ),
    takeKey: (key) => {
      const chosen = found[at];
      switch (key) {
        case 'ArrowDown':
        case 'ArrowUp':
          setChosenAt({
            search,
            place: (at + (key === 'ArrowDown' ? 1 : -1) + found.length) % found.length,
          });
          return true;
        case 'Enter':
          if (chosen !== undefined) pick(chosen);
          return true;
        case 'Escape':
          setClosedAt(body);
          return true;
        default:
          return false;
      }
    },
  };
}

const MANAGE = 'manage';

/** Menu of the saved replies, and the way to their screen. */
export function ReplyMenu({ body, onPick }: Options) {
  const { path } = useAccount();
  const navigate = useNavigate();
  const { data: replies = [] } = useSavedReplies();
  return (
    <ButtonDropdown
      expandToViewport
      filteringType="auto"
      filteringPlaceholder="Find a saved reply"
      filteringAriaLabel="Find a saved reply"
      items={[
        ...replies.map(({ id, title }) => ({ id, text: title })),
        { id: MANAGE, text: replies.length === 0 ? 'No saved replies yet: add one' : 'All saved replies' },
      ]}
      onItemClick={({ detail }) => {
        const reply = replies.find(({ id }) => id === detail.id);
        if (reply !== undefined) onPick(insertReply(body, reply.text));
        if (detail.id === MANAGE) void navigate(path('inbox/saved-replies'));
      }}
    >
      Saved replies
    </ButtonDropdown>
  );
}
