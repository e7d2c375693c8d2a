import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Grid from '@cloudscape-design/components/grid';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import TextFilter from '@cloudscape-design/components/text-filter';
import { useSearchParams } from 'react-router';
import { useCustomFields, useGroups } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import { chosenOf } from '../../app/chosen-of';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useOpened } from '../../app/use-opened';
import { useDebounced } from '../../audience/use-debounced';
import { useKeptInHistory } from '../../kept/use-kept';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { usePages } from '../../lists/use-pages';
import { AddContact } from './add-contact';
import { contactColumns } from './contact-columns';
import { useContactsBulk } from './contacts-bulk';
import { FilterContacts } from './filter-contacts';

/** The service searches from two characters on. */
const MIN_SEARCH = 2;
const OPTED_OUT_OR_NOT = { value: '', label: 'Opted out or not' };
const OPTED_OUT: { value: 'true' | 'false'; label: string }[] = [
  { value: 'false', label: 'Not opted out' },
  { value: 'true', label: 'Opted out (STOP)' },
];
const ANYONE = { value: '', label: 'In any group or none' };

export function Component() {
  const { can, path } = useAccount();
  const [params, setParams] = useSearchParams();
  const [isAdding, setIsAdding] = useOpened(can('contacts:write'));
  return (
    <Screen
      title="Contacts"
      description="The people whom the account can text, with their consent."
      actions={
        can('contacts:write') && (
          <SpaceBetween direction="horizontal" size="xs">
            <RouteButton to={path('imports/new')}>Import a file</RouteButton>
            <Button variant="primary" onClick={() => setIsAdding(true)}>
              Add contact
            </Button>
          </SpaceBetween>
        )
      }
    >
      <Tabs
        activeTabId={params.get('tab') ?? 'search'}
        onChange={({ detail }) => setParams({ tab: detail.activeTabId })}
        tabs={[
          { id: 'search', label: 'Search', content: <SearchContacts key={params.get('search')} /> },
          { id: 'filter', label: 'Filter and save as a segment', content: <FilterContacts /> },
        ]}
      />
      {isAdding && <AddContact onClose={() => setIsAdding(false)} />}
    </Screen>
  );
}

function SearchContacts() {
  const { id, api, path, can } = useAccount();
  const [params, setParams] = useSearchParams();
  const { value: text, setValue: setText } = useKeptInHistory('search', params.get('search') ?? '');
  const search = useDebounced(text.trim());
  const group = params.get('group') ?? '';
  const addedByImport = params.get('addedByImport') ?? '';
  const optedOut = chosenOf(OPTED_OUT, params.get('optedOut') ?? undefined);
  const groups = useGroups().data ?? [];
  const groupOptions = [ANYONE, ...groups.map(({ id: value, name }) => ({ value, label: `In ${name}` }))];
  const { data: customFields = [] } = useCustomFields();
  const bulk = useContactsBulk();
  const isSearch = search.length >= MIN_SEARCH;
  const pages = usePages({
    queryKey: [id, 'contacts', isSearch ? search : '', group, optedOut, addedByImport],
    fetchPage: (page) => {
      const query = {
        ...page,
        ...(isSearch && { search }),
        ...(group && { group }),
        ...(optedOut && { optedOut }),
        ...(addedByImport && { addedByImport }),
      };
      return unwrap(api.GET('/api/v1/contacts', { params: { query } }));
    },
  });
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next);
  };
  const ofImport = addedByImport !== '' && (
    <Alert action={<Button onClick={() => set('addedByImport', '')}>Show all contacts</Button>}>
      Only the contacts that <RouteLink to={path(`imports/${addedByImport}`)}>this import</RouteLink> added,
      with those of its corrected rows.
    </Alert>
  );
  const isFiltered = isSearch || group !== '' || optedOut !== undefined || addedByImport !== '';
  return (
    <ResourceTable
      pages={pages}
      label="Contacts"
      trackBy={(contact) => contact.id}
      filter={
        <SpaceBetween size="s">
          {ofImport}
          <Grid
            gridDefinition={[
              { colspan: { default: 12, xs: 6 } },
              { colspan: { default: 6, xs: 3 } },
              { colspan: { default: 6, xs: 3 } },
            ]}
          >
            <TextFilter
              filteringText={text}
              filteringPlaceholder="Name, e-mail address or digits of the number"
              filteringAriaLabel="Search contacts"
              onChange={({ detail }) => setText(detail.filteringText)}
            />
            <Select
              ariaLabel="Group"
              selectedOption={groupOptions.find(({ value }) => value === group) ?? ANYONE}
              options={groupOptions}
              onChange={({ detail }) => set('group', detail.selectedOption.value ?? '')}
            />
            <Select
              ariaLabel="Opted out"
              selectedOption={OPTED_OUT.find(({ value }) => value === optedOut) ?? OPTED_OUT_OR_NOT}
              options={[OPTED_OUT_OR_NOT, ...OPTED_OUT]}
              onChange={({ detail }) => set('optedOut', detail.selectedOption.value ?? '')}
            />
          </Grid>
        </SpaceBetween>
      }
      empty={
        isFiltered ? (
          <EmptyList title="No contacts match">Search for another name, or choose another group.</EmptyList>
        ) : (
          <EmptyList
            title="No contacts yet"
            action={
              can('contacts:write') && <RouteButton to={path('imports/new')}>Import a file</RouteButton>
            }
          >
            Add contacts one by one, or import a file.
          </EmptyList>
        )
      }
      columns={contactColumns(path, customFields)}
      bulk={bulk}
    />
  );
}
