import { useLanguage, useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { saying } from '../../../forms/errors/form-errors.ts';
import { useAction } from '../../../forms/use-action.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { checkCredentials, type Connection, type OfProvider, type SystemConfig } from '../connection-api.ts';
import css from '../integrations.module.css';
import { errorOf, useMoment } from '../words.ts';
import type { ConnectionDialogProps } from './connection-dialog.tsx';
import type { DisconnectDialogProps } from './disconnect-dialog.tsx';

const loadForm = () => import('./connection-dialog.tsx').then((module) => module.ConnectionDialog);
const loadDisconnect = () => import('./disconnect-dialog.tsx').then((module) => module.DisconnectDialog);

const checkWords: StateWords = {
  pending: 'integrations.settings.checking',
  complete: 'integrations.status.connected',
  error: 'integrations.settings.checkFailed',
};

type CardProps = { provider: OfProvider; config: SystemConfig; onChanged: () => void };

/** The connection of a provider: its state, the check of its credentials, its settings. */
export function ConnectionCard({ provider, config, onChanged }: CardProps) {
  const t = useText();
  const form = useLazyDialog<ConnectionDialogProps>();
  const disconnect = useLazyDialog<DisconnectDialogProps>();
  const { connection } = config;
  const openForm = () => void form.open(loadForm, ['fields', 'success']);
  return (
    <Card
      title={
        <>
          {t('integrations.type.ecase')} <State connection={connection} />
        </>
      }
    >
      {connection ? (
        <Connected provider={provider} connection={connection} onChanged={onChanged} onSettings={openForm} />
      ) : (
        <>
          <p>{t('integrations.none')}</p>
          <Button icon="plug" aria-haspopup="dialog" onClick={openForm}>
            {t('integrations.connect')}
          </Button>
        </>
      )}
      {(form.failed || disconnect.failed) && (
        <p className="err" role="alert">
          {t('error.general_error')}
        </p>
      )}
      {form.Part && (
        <form.Part
          provider={provider}
          config={config}
          onChanged={onChanged}
          onClose={form.close}
          onDisconnect={() => {
            form.close();
            void disconnect.open(loadDisconnect, ['fields']);
          }}
        />
      )}
      {disconnect.Part && connection && (
        <disconnect.Part
          provider={provider}
          connection={connection}
          onChanged={onChanged}
          onClose={disconnect.close}
        />
      )}
    </Card>
  );
}

function State({ connection }: { connection: Connection | null }) {
  const t = useText();
  const state = connection?.state ?? 'off';
  return (
    <span className={css.state} data-state={state}>
      <Icon
        name={state === 'connected' ? 'circle-check' : state === 'failed' ? 'circle-alert' : 'info'}
        small
      />
      {state === 'failed'
        ? t('integrations.settings.checkFailed')
        : t(`integrations.status.${state === 'off' ? 'off' : state}`)}
    </span>
  );
}

type ConnectedProps = {
  provider: OfProvider;
  connection: Connection;
  onChanged: () => void;
  onSettings: () => void;
};

function Connected({ provider, connection, onChanged, onSettings }: ConnectedProps) {
  const t = useText();
  const language = useLanguage();
  const moment = useMoment();
  const { run, state, problems } = useAction(
    async () => {
      const { connection: checked } = await checkCredentials(provider.id);
      const error = checked && errorOf(checked);
      if (error) throw saying(error);
    },
    {
      resetMs: adminResetMs.send,
      onDone() {
        showSnackbar(t('integrations.settings.checked'));
        onChanged();
      },
      onFailed: onChanged,
    },
  );
  const error = errorOf(connection);
  const facts = [t('integrations.source', { provider: provider.name })];
  if (connection.checked_at !== null)
    facts.push(t('integrations.status.checked', moment(connection.checked_at)));
  else if (!error) facts.push(t('integrations.status.never'));
  return (
    <>
      <p>
        <OwnWords>{sentences(language, ...facts)}</OwnWords>
      </p>
      {error && connection.failed_at !== null && (
        <div className={css.failed}>
          <p>{t('integrations.status.failed', moment(connection.failed_at))}</p>
          {problems.length === 0 && <p className="err">{t(error)}</p>}
        </div>
      )}
      {connection.simulated && (
        <div className={css.notice}>
          <Notice>{t('integrations.simulated')}</Notice>
        </div>
      )}
      <ProblemList problems={problems} />
      <div className="acts">
        <Button variant="two" state={state} words={checkWords} keepsRoom onClick={() => void run()}>
          {t('integrations.settings.check')}
        </Button>
        <Button variant="text" aria-haspopup="dialog" onClick={onSettings}>
          {t('integrations.settings.button')}
        </Button>
      </div>
    </>
  );
}
