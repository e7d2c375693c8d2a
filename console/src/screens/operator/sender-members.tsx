import AttributeEditor from '@cloudscape-design/components/attribute-editor';
import Input from '@cloudscape-design/components/input';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { apiOf, unwrap } from '../../api/client';
import { CountriesField } from '../../app/countries-field';
import { EMPTY_MEMBER, isNamedBefore, type MemberDraft } from './sender-draft';

const MAX_MEMBERS = 50;
const OTHERS: { value: MemberDraft['kind']; label: string }[] = [
  { value: 'pool', label: 'A pool of End User Messaging' },
  { value: 'senderId', label: 'A sender ID' },
];

interface Props {
  accountId: string;
  members: MemberDraft[];
  onChange: (members: MemberDraft[]) => void;
}

/** List of the members of a sender, each with the countries that it serves. */
export function SenderMembers({ accountId, members, onChange }: Props) {
  const { data } = useQuery({
    queryKey: [accountId, 'numbers'],
    queryFn: () => unwrap(apiOf(accountId).GET('/console/api/numbers')),
  });
  const numbers = (data?.results ?? []).map(({ number }) => ({ value: number, label: number }));
  const set = (index: number, changes: Partial<MemberDraft>) =>
    onChange(members.map((member, place) => (place === index ? { ...member, ...changes } : member)));
  return (
    <AttributeEditor<MemberDraft>
      items={members}
      addButtonText="Add member"
      removeButtonText="Remove"
      removeButtonAriaLabel={({ name }) => `Remove ${name === '' ? 'the member' : name}`}
      isItemRemovable={() => members.length > 1}
      disableAddButton={members.length >= MAX_MEMBERS}
      onAddButtonClick={() => onChange([...members, EMPTY_MEMBER])}
      onRemoveButtonClick={({ detail }) =>
        onChange(members.filter((_member, place) => place !== detail.itemIndex))
      }
      definition={[
        {
          label: 'Sends from',
          control: (member, index) => (
            <MemberField member={member} numbers={numbers} onChange={(changes) => set(index, changes)} />
          ),
          errorText: (member, index) =>
            member.name.trim() !== '' && isNamedBefore(members, index)
              ? 'This is a member already.'
              : undefined,
        },
        {
          label: 'Countries of recipients',
          control: ({ countries }, index) => (
            <CountriesField
              value={countries}
              placeholder="All countries"
              onChange={(next) => set(index, { countries: next })}
            />
          ),
        },
      ]}
    />
  );
}

function MemberField({
  member: { kind, name },
  numbers,
  onChange,
}: {
  member: MemberDraft;
  numbers: { value: string; label: string }[];
  onChange: (changes: Partial<MemberDraft>) => void;
}) {
  const other = OTHERS.find(({ value }) => value === kind);
  const number = name === '' ? null : { value: name, label: name };
  return (
    <SpaceBetween size="xs">
      <Select
        selectedOption={other ?? number}
        options={[
          { label: 'Numbers', options: numbers },
          { label: 'Others', options: OTHERS },
        ]}
        placeholder="Choose a number"
        expandToViewport
        onChange={({ detail }) => {
          const { value = '' } = detail.selectedOption;
          const chosen = OTHERS.find((one) => one.value === value);
          onChange(chosen === undefined ? { kind: 'number', name: value } : { kind: chosen.value, name: '' });
        }}
      />
      {other !== undefined && (
        <Input
          value={name}
          ariaLabel={kind === 'pool' ? 'Id of the pool' : 'Sender ID'}
          placeholder={kind === 'pool' ? 'pool-0a1b2c3d' : 'ACME'}
          onChange={({ detail }) => onChange({ name: detail.value.trim() })}
        />
      )}
    </SpaceBetween>
  );
}
