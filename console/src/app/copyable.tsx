import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';

/** Text with a button that copies it. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <CopyToClipboard
      variant="inline"
      textToCopy={text}
      copyButtonAriaLabel={`Copy the ${what}`}
      copySuccessText="Copied"
      copyErrorText="It could not be copied: select it by hand"
    />
  );
}
