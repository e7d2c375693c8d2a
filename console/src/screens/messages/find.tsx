import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { PhoneTexts } from '../../messages/message-table';

/** Screen that finds a text by its id, or all texts of a phone: the start for questions about a missing text. */
export function Component() {
  const { path } = useAccount();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const phone = params.get('phone') ?? '';
  const [text, setText] = useState(phone);
  const find = () => {
    const wanted = text.trim();
    if (wanted.startsWith('msg_')) void navigate(path(`messages/${wanted}`));
    else if (/^(brc|cmp)_/.test(wanted))
      void navigate(path(wanted.startsWith('cmp_') ? `campaigns/${wanted}` : `jobs/broadcast/${wanted}`));
    else if (/^\+?[\d\s().-]+$/.test(wanted))
      setParams({ phone: withCountry(wanted.replaceAll(/[\s().-]/g, '')) });
    // For a name: the contact's own page has its texts.
    else void navigate(path(`contacts?search=${encodeURIComponent(wanted)}`));
  };
  return (
    <Screen title="Messages" description="Find out what became of a text.">
      <Container>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') find();
          }}
        >
          <FormField
            label="Phone number, name or id of a text"
            constraintText="Such as +12065550123 or msg_…. A name leads to the contacts: a contact’s page has its texts."
            secondaryControl={<Button formAction="submit">Find</Button>}
          >
            <Input
              value={text}
              type="search"
              ariaLabel="Phone number, name or id of a text"
              onChange={({ detail }) => setText(detail.value)}
            />
          </FormField>
        </form>
      </Container>
      {phone !== '' && <PhoneTexts key={phone} phoneNumber={phone} />}
    </Screen>
  );
}

/** Adds the country code that users leave out of national numbers. */
const withCountry = (digits: string) =>
  digits.startsWith('+') ? digits : digits.length === 10 ? `+1${digits}` : `+${digits}`;
