import { useState } from 'react';
import { useParams } from 'react-router';
import { operatorAreas } from '../app/navigation';
import { findPlaces, pagesOf } from './places';
import { SearchDialog } from './search-dialog';
import { useAccountSearch } from './use-account-search';

interface Props {
  onClose: () => void;
}

/** Search of the account that the address names; on operators' screens, of their pages. */
export function Search(props: Props) {
  const { accountId } = useParams();
  return accountId === undefined ? <OperatorSearch {...props} /> : <AccountSearch {...props} />;
}

function AccountSearch({ onClose }: Props) {
  const [text, setText] = useState('');
  return (
    <SearchDialog text={text} onChange={setText} sections={useAccountSearch(text)} onClose={onClose}>
      Name, phone number or id; a page, or what you want to do.
    </SearchDialog>
  );
}

function OperatorSearch({ onClose }: Props) {
  const [text, setText] = useState('');
  const pages = pagesOf(operatorAreas());
  const found = text.trim() === '' ? pages : findPlaces(text, pages);
  return (
    <SearchDialog
      text={text}
      onChange={setText}
      sections={[{ title: 'Pages', found, isLoading: false }]}
      onClose={onClose}
    >
      A page for operators. People, campaigns and ids are found on the screens of their account.
    </SearchDialog>
  );
}
