import Button from '@cloudscape-design/components/button';
import { useNavigate } from 'react-router';
import { Copyable } from '../../app/copyable';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import { countryNames } from '../../format/countries';
import { allItems } from '../../lists/all-items';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { FormDialog } from './form-dialog';
import { GroupOfForm } from './form-state';
import { useForms } from './opt-in-forms';

/** Screen of the account's opt-in forms. */
export function Component() {
  const { can, path } = useAccount();
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useOpened(can('account:admin'));
  const create = can('account:admin') && (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      Create form
    </Button>
  );
  return (
    <Screen
      title="Opt-in forms"
      description="Public pages on which people ask for your texts. Each phone is asked by a text, and joins the group once it has replied YES."
      actions={create}
    >
      <SimpleTable
        pages={allItems(useForms())}
        label="Opt-in forms"
        trackBy={({ id }) => id}
        empty={
          <EmptyList title="No opt-in forms yet" action={create}>
            A form has what carriers require where people consent. Link to it, or print its address as a QR
            code.
          </EmptyList>
        }
        columns={[
          {
            header: 'Brand',
            cell: ({ id, brand }) => <RouteLink to={path(`forms/${id}`)}>{brand}</RouteLink>,
          },
          { header: 'Group', cell: ({ group }) => <GroupOfForm groupId={group} /> },
          {
            header: 'What is sent',
            cell: ({ description }) => <span className="wrap-anywhere">{description}</span>,
          },
          { header: 'How often', cell: ({ frequency }) => frequency },
          {
            header: 'Countries',
            cell: ({ countries }) => countryNames(countries) || 'All that the account may text',
          },
          {
            header: 'Address',
            cell: ({ url, brand }) => (
              <div className="address-cell">
                <Copyable text={url} what={`address of ${brand}`} />
              </div>
            ),
          },
        ]}
      />
      {isCreating && (
        <FormDialog
          onClose={() => setIsCreating(false)}
          onSaved={({ id }) => void navigate(path(`forms/${id}`))}
        />
      )}
    </Screen>
  );
}
