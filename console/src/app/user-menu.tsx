import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { useState } from 'react';
import { initialsOf } from '../theme/account-colour';
import { readAppearance, saveAppearance, type Appearance } from './appearance';
import { isKeyOf } from './chosen-of';
import { useSession } from './session';
import { signOut } from './sign-out';
import { useIsPhone } from './use-phone';

const APPEARANCES: Record<Appearance, string> = {
  system: 'As the device',
  light: 'Light',
  dark: 'Dark',
};
const SIGN_OUT = 'sign-out';

/** Menu of the signed-in user: the appearance of the console, and the way out. */
export function UserMenu() {
  const { user } = useSession();
  const [appearance, setAppearance] = useState(readAppearance);
  const isPhone = useIsPhone();
  const name = user.name ?? user.email;
  // The name that is read aloud begins with what is seen.
  const shown = isPhone ? initialsOf(name) : name;
  const choose = (id: string) => {
    if (id === SIGN_OUT) void signOut();
    if (!isKeyOf(APPEARANCES, id)) return;
    saveAppearance(id);
    setAppearance(id);
  };
  return (
    <ButtonDropdown
      ariaLabel={isPhone ? `${shown}: ${name}, ${user.email}` : `${shown}, ${user.email}`}
      expandToViewport
      items={[
        {
          text: 'Appearance',
          items: Object.entries(APPEARANCES).map(([id, text]) => ({
            ...{ id, text, itemType: 'checkbox' as const, checked: id === appearance },
          })),
        },
        { id: SIGN_OUT, text: 'Sign out' },
      ]}
      onItemClick={({ detail }) => choose(detail.id)}
    >
      {shown}
    </ButtonDropdown>
  );
}
