import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  type AccountSettingName,
  EACH_SETTING,
  settingsSetBy,
} from '../../../../shared/accounts/account-settings';
import { type Api, unwrap } from '../../api/client';
import { ChangedElsewhere } from '../../api/request-error';
import type { AccountSettings } from '../../api/schemas';
import { sessionQuery } from '../../app/session-query';
import { useAccountChange } from '../../app/use-account-change';
import { SettingField } from './setting-field';
import { groupSettings } from './setting-groups';
import './settings.css';
import {
  areChangedElsewhere,
  changedSettings,
  draftOf,
  isComplete,
  type SettingsRequest,
  settingsOf,
} from './settings-draft';

/** Returns true for a field that takes the whole width of the form. */
function isWide(name: AccountSettingName): boolean {
  const setting = EACH_SETTING[name];
  return (
    ['flag', 'hours', 'rates'].includes(setting.kind) || (setting.kind === 'text' && setting.isLong === true)
  );
}

/** Form of the settings that administrators, or operators, may change. */
export function SettingsForm({
  settings,
  role,
  change,
  title,
  description,
  saveLabel,
  children,
}: {
  settings: AccountSettings;
  role: 'administrator' | 'operator';
  /** Sends the changed settings. */
  change: (api: Api, body: SettingsRequest) => Promise<unknown>;
  title: string;
  description?: string;
  saveLabel: string;
  children?: ReactNode;
}) {
  const names = settingsSetBy(role);
  const [draft, setDraft] = useState(() => draftOf(names, settings));
  const queries = useQueryClient();
  const save = useAccountChange({
    run: async (api) => {
      const changed = changedSettings(draft, settings);
      const now = await unwrap(api.GET('/console/api/settings'));
      if (areChangedElsewhere(changed, { before: settings, now })) throw new ChangedElsewhere();
      // Only the settings changed in this form, so that a save does not undo the change of another user.
      const body = settingsOf(Object.fromEntries(changed.map((name) => [name, draft[name]])), settings);
      return change(api, body);
    },
    done: 'The settings are saved.',
    failed: 'The settings were not saved',
    changes: ['settings'],
    // The session has the account's name and time zone.
    onDone: () => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  const fieldOf = (name: AccountSettingName) => (
    <SettingField
      key={name}
      name={name}
      isForOperators={role === 'operator'}
      value={draft[name] ?? ''}
      error={save.error}
      onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
    />
  );
  return (
    <Container
      header={
        <Header variant="h2" description={description}>
          {title}
        </Header>
      }
    >
      <SpaceBetween size="xl">
        {children}
        {groupSettings(names).map(({ id, title: heading, names: ofGroup }) => (
          <SpaceBetween key={id} size="s">
            <Header variant="h3">{heading}</Header>
            <ColumnLayout columns={2}>{ofGroup.filter((name) => !isWide(name)).map(fieldOf)}</ColumnLayout>
            {ofGroup.filter(isWide).map(fieldOf)}
          </SpaceBetween>
        ))}
      </SpaceBetween>
      <div className="settings-save">
        <Button
          variant="primary"
          ariaLabel={saveLabel}
          loading={save.isPending}
          disabled={!isComplete(draft)}
          onClick={() => save.mutate(undefined)}
        >
          Save
        </Button>
      </div>
    </Container>
  );
}
