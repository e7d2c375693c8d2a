import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useCustomFields } from '../api/account-lists';
import { mergeTagMenu } from './merge-tag-menu';

/** Menu that puts a merge tag into a text, such as the first name of the recipient. */
export function InsertValue({
  isOfEvent = false,
  onInsert,
}: {
  /** True for texts that an event begins, which can have its values. */
  isOfEvent?: boolean;
  onInsert: (tag: string) => void;
}) {
  const { data: customFields = [] } = useCustomFields();
  return (
    <ButtonDropdown
      items={mergeTagMenu(customFields, { isOfEvent })}
      expandableGroups
      onItemClick={({ detail }) => onInsert(`{{${detail.id}}}`)}
    >
      Insert a value
    </ButtonDropdown>
  );
}
