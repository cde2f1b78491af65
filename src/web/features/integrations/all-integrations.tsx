import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { connectionList } from '../../../domain/lists/definitions/integrations.ts';
import { mapRead } from '../../api/use-read.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import ReferenceField from '../../lists/reference/reference-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { findProviders, useConnections, type ListedConnection } from './connection-api.ts';
import css from './integrations.module.css';
import { NamedProvider } from './named-provider.tsx';

/** Connections of all providers, and that of one by its id in the address, for the platform's administrators (PROD-16). */
export function Page() {
  const { provider }: { provider?: unknown } = useSearch({ strict: false });
  return typeof provider === 'string' ? <OneProvider key={provider} id={provider} /> : <AllConnections />;
}

function OneProvider({ id }: { id: string }) {
  const t = useText();
  return (
    <>
      <p className="linkline">
        <Link to="/admin/integrations" search={{}} className={css.back}>
          <Icon name="back" small />
          {t('integrations.all.back')}
        </Link>
      </p>
      <NamedProvider id={id} isPlatform />
    </>
  );
}

type ConnectionColumn = Column<typeof connectionList, ListedConnection>;

function useColumns(): [ConnectionColumn, ...ConnectionColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(
    () => [
      {
        title: t('integrations.all.provider'),
        cell: ({ provider_id, provider }) => (
          <Link
            to="/admin/integrations"
            search={{ provider: provider_id }}
            className={css.open}
            aria-label={t('integrations.all.open', { provider })}
          >
            <OwnWords>{provider}</OwnWords>
          </Link>
        ),
      },
      {
        title: t('integrations.all.state'),
        cell: ({ state }) =>
          t(state === 'failed' ? 'integrations.settings.checkFailed' : `integrations.status.${state}`),
      },
      {
        title: t('integrations.all.linked'),
        numeric: true,
        cell: ({ linked }) => <span className="num">{linked}</span>,
      },
      {
        title: t('integrations.all.lastSync'),
        cell: ({ last_sync_at }) => (
          <span className="num">
            {last_sync_at === null ? t('integrations.sync.never') : shortDate(last_sync_at)}
          </span>
        ),
      },
    ],
    [t, shortDate],
  );
}

function AllConnections() {
  const t = useText();
  const navigate = useNavigate();
  const state = useList(connectionList);
  const read = useConnections(state.request);
  const columns = useColumns();
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t('integrations.title')}</PageTitle>
          <p className="lead">{t('integrations.all.lead')}</p>
        </div>
      </div>
      <div className={css.choose}>
        <ReferenceField
          label={t('integrations.all.choose')}
          all={t('integrations.all.chooseNone')}
          find={findProviders}
          value={null}
          onChange={(id) => {
            if (id !== null) void navigate({ to: '/admin/integrations', search: { provider: id } });
          }}
        />
      </div>
      <ListView
        state={state}
        read={mapRead(read, (page) => ({ ...page, isExact: true }))}
        filters={{}}
        none={<p>{t('integrations.all.empty')}</p>}
      >
        {(rows) => (
          <ListTable
            state={state}
            caption={t('integrations.all.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ provider_id }) => provider_id}
          />
        )}
      </ListView>
    </>
  );
}
