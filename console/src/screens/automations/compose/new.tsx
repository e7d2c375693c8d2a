import Cards from '@cloudscape-design/components/cards';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { defaultNumberOf, useCustomFields, useGroups, useNumbers } from '../../../api/account-lists';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { RouteLink } from '../../../app/route-link';
import { Screen } from '../../../app/screen';
import { useAccount } from '../../../app/session';
import { useHistoryPlace } from '../../../kept/use-kept';
import { Composer } from './composer';
import { draftFrom, TEMPLATES, type TemplateWorld } from './templates';

/** Screen of a new automation: first the choice of a template, then its composer. */
export function Component() {
  const [params] = useSearchParams();
  const template = TEMPLATES.find(({ id }) => id === params.get('template'));
  return template === undefined ? <TemplateChoice /> : <FromTemplate key={template.id} template={template} />;
}

function TemplateChoice() {
  const { path } = useAccount();
  return (
    <Screen
      title="New automation"
      description="Choose what comes closest. Everything in it can be changed."
      parent={{ text: 'Automations', path: path('automations') }}
    >
      <div className="whole-cards">
        <Cards
          items={TEMPLATES}
          trackBy="id"
          ariaLabels={{ itemSelectionLabel: () => '', selectionGroupLabel: 'Templates' }}
          cardsPerRow={[{ cards: 1 }, { minWidth: 600, cards: 2 }, { minWidth: 900, cards: 3 }]}
          cardDefinition={{
            header: ({ id, title }) => (
              <RouteLink to={path(`automations/new?template=${id}`)} fontSize="heading-m">
                {title}
              </RouteLink>
            ),
            sections: [{ id: 'description', content: ({ description }) => description }],
          }}
        />
      </div>
    </Screen>
  );
}

function FromTemplate({ template }: { template: (typeof TEMPLATES)[number] }) {
  const { name, path } = useAccount();
  const numbers = useNumbers();
  const groups = useGroups();
  const customFields = useCustomFields();
  const place = useHistoryPlace(`new automation ${template.id}`);
  const failed = [numbers, groups, customFields].find(({ error }) => error !== null);
  if (failed?.error) {
    return (
      <FailedScreen
        title="New automation"
        parent={{ text: 'Automations', path: path('automations') }}
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!numbers.data || !groups.data || !customFields.data) return <LoadingScreen />;
  const world = {
    ...{ accountName: name, from: defaultNumberOf(numbers.data.results) },
    ...{ groups: groups.data, customFields: customFields.data },
  };
  return <Begun key={place.name} {...{ template, world }} keptAs={place.name} />;
}

/** Composer of a template, which is filled in once: what is read again later changes nothing. */
function Begun(props: { template: (typeof TEMPLATES)[number]; world: TemplateWorld; keptAs: string }) {
  const [initial] = useState(() => draftFrom(props.template, props.world));
  return <Composer automation={undefined} initial={initial} keptAs={props.keptAs} />;
}
