import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';

/** Characters of an id that tell it apart from others. */
export const SHOWN_CHARACTERS = 6;

/** End of an id with a button that copies all of it: people compare ids, and programs need them. */
export function CopyId({ id, what }: { id: string; what: string }) {
  return (
    <span title={id}>
      …{id.slice(-SHOWN_CHARACTERS)}{' '}
      <CopyToClipboard
        variant="icon"
        textToCopy={id}
        copyButtonAriaLabel={`Copy the ${what} ${id}`}
        copySuccessText="Copied"
        copyErrorText="It could not be copied"
      />
    </span>
  );
}
