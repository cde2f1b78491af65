import { activeResidentList } from '../../../domain/lists/definitions/integrations.ts';
import { useText } from '../../app/texts.tsx';
import { useList } from '../../lists/use-list.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { ConnectionCard } from './connection/connection-card.tsx';
import { useSystemConfig, type OfProvider, type SystemConfig } from './connection-api.ts';
import css from './integrations.module.css';
import { CleanupCard } from './links/cleanup.tsx';
import { useResidents } from './residents-api.ts';
import { Residents } from './residents/residents.tsx';
import { useSyncStatus } from './sync-api.ts';
import { SyncCard } from './sync/sync-card.tsx';

type ProviderIntegrationProps = { provider: OfProvider; isPlatform: boolean };

/** The connection of one provider, with its residents and what is sent. */
export function ProviderIntegration({ provider, isPlatform }: ProviderIntegrationProps) {
  const read = useSystemConfig(provider.id);
  return (
    <Loaded read={read}>
      {(config) =>
        config.connection ? (
          <Connected provider={provider} isPlatform={isPlatform} config={config} onChanged={read.retry} />
        ) : (
          <Unconnected provider={provider} config={config} onChanged={read.retry} />
        )
      }
    </Loaded>
  );
}

type ConfigProps = { provider: OfProvider; config: SystemConfig; onChanged: () => void };

function Unconnected(props: ConfigProps) {
  const t = useText();
  return (
    <div className={css.tops}>
      <ConnectionCard {...props} />
      <p className={css.aside}>{t('integrations.notSent')}</p>
    </div>
  );
}

function Connected({ provider, isPlatform, config, onChanged }: ConfigProps & { isPlatform: boolean }) {
  const { request } = useList(activeResidentList);
  const residents = useResidents(provider.id, request);
  const sync = useSyncStatus(provider.id);
  // A call that failed may succeed now; credentials that were never accepted are checked first.
  const isUsable = config.connection?.state !== 'notChecked';
  const changed = () => {
    residents.retry();
    onChanged();
  };
  return (
    <>
      <div className={css.tops}>
        <ConnectionCard provider={provider} config={config} onChanged={onChanged} />
        <SyncCard providerId={provider.id} read={sync} isUsable={isUsable} onEnded={changed} />
      </div>
      <Residents
        provider={provider}
        isPlatform={isPlatform}
        read={residents}
        isUsable={isUsable}
        onChanged={changed}
      />
      <CleanupCard providerId={provider.id} onChanged={changed} />
    </>
  );
}
