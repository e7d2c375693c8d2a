import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { NEW, OPEN_PARAM } from './open-new';

/**
 * State of a screen's dialog for something new, which the address can open, too. The address loses that part at once.
 *
 * @param mayOpen false for a role that may not create it
 */
export function useOpened(mayOpen = true): [boolean, (isOpen: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const isAsked = mayOpen && params.get(OPEN_PARAM) === NEW;
  const [isOpen, setIsOpen] = useState(isAsked);
  useEffect(() => {
    if (!isAsked) return;
    setIsOpen(true);
    const rest = new URLSearchParams(params);
    rest.delete(OPEN_PARAM);
    setParams(rest, { replace: true });
  }, [isAsked]);
  return [isOpen, setIsOpen];
}
