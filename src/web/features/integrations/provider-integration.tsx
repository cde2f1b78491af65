import { useCallback, useEffect, useState } from 'react';
import { activeResidentList } from '../../../domain/lists/definitions/integrations.ts';
import { useText } from '../../app/texts.tsx';
import { useList } from '../../lists/use-list.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { ClinicalSystems } from './clinical/clinical-systems.tsx';
import { ConnectionCard } from './connection/connection-card.tsx';
import { useSystemConfig, type OfProvider, type SystemConfig } from './connection-api.ts';
import css from './integrations.module.css';
import { CleanupCard } from './links/cleanup.tsx';
import { useResidents } from './residents-api.ts';
import { Residents } from './residents/residents.tsx';
import { useSyncStatus } from './sync-api.ts';
import { SyncCard } from './sync/sync-card.tsx';

type ProviderIntegrationProps = { provider: OfProvider; isPlatform: boolean };

/** The connection of one provider, with its residents and what is sent, and the clinical systems that read plans. */
export function ProviderIntegration({ provider, isPlatform }: ProviderIntegrationProps) {
  const read = useSystemConfig(provider.id);
  return (
    <>
      <Loaded read={read}>
        {(config) => (
          <View provider={provider} isPlatform={isPlatform} config={config} onStale={read.retry} />
        )}
      </Loaded>
      <ClinicalSystems provider={provider} />
    </>
  );
}

type ViewProps = ProviderIntegrationProps & { config: SystemConfig; onStale: () => void };

function View({ provider, isPlatform, config, onStale }: ViewProps) {
  const t = useText();
  const [changes, setChanges] = useState(0);
  const changed = useCallback(() => {
    setChanges((count) => count + 1);
    onStale();
  }, [onStale]);
  const { connection } = config;
  // A call that failed may succeed now; credentials that were never checked are checked first.
  const isUsable = connection !== null && connection.state !== 'notChecked';
  return (
    <>
      <div className={css.tops}>
        <ConnectionCard provider={provider} config={config} onChanged={changed} />
        {connection ? (
          <Syncs providerId={provider.id} isUsable={isUsable} onEnded={changed} />
        ) : (
          <p className={css.aside}>{t('integrations.notSent')}</p>
        )}
      </div>
      {connection && (
        <>
          <ActiveResidents {...{ provider, isPlatform, isUsable, changes }} onChanged={changed} />
          <CleanupCard providerId={provider.id} onChanged={changed} />
        </>
      )}
    </>
  );
}

function Syncs(props: { providerId: string; isUsable: boolean; onEnded: () => void }) {
  return <SyncCard {...props} read={useSyncStatus(props.providerId)} />;
}

type ActiveResidentsProps = ProviderIntegrationProps & {
  isUsable: boolean;
  /** Number of changes by other parts of the page, each of which repeats the read. */
  changes: number;
  onChanged: () => void;
};

function ActiveResidents({ changes, ...props }: ActiveResidentsProps) {
  const { request } = useList(activeResidentList);
  const read = useResidents(props.provider.id, request);
  const { retry } = read;
  useEffect(() => {
    if (changes > 0) retry();
  }, [changes, retry]);
  return <Residents {...props} read={read} />;
}
