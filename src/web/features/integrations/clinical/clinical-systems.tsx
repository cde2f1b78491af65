import { lazy, Suspense, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import type { OfProvider } from '../connection-api.ts';
import { useClinicalClients, type ClinicalAccess, type OpenDialog } from './clinical-api.ts';
import { ClientItem } from './client-item.tsx';
import css from './clinical.module.css';
import { CopyValue } from './copy-value.tsx';

const NewClientDialog = lazy(() => import('./new-client-dialog.tsx'));
const AddKeyDialog = lazy(() => import('./add-key-dialog.tsx'));
const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'));
const SecretDialog = lazy(() => import('./secret-dialog.tsx'));
const RemoveWebhookDialog = lazy(() => import('./remove-webhook-dialog.tsx'));
const RemoveDialog = lazy(() => import('./remove-dialog.tsx'));

/** Clinical systems of a provider that read the plans of its residents automatically. */
export function ClinicalSystems({ provider }: { provider: OfProvider }) {
  const t = useText();
  const read = useClinicalClients(provider.id);
  return (
    <Card className={css.card} title={t('clinical.title')} lead={t('clinical.lead')}>
      <p className={css.reads}>
        <OwnWords>{t('clinical.reads', { provider: provider.name })}</OwnWords>
      </p>
      <Loaded read={read}>{(access) => <Systems provider={provider} access={access} />}</Loaded>
    </Card>
  );
}

function Systems({ provider, access }: { provider: OfProvider; access: ClinicalAccess }) {
  const t = useText();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const { clients, sign_in_address, fhir_address } = access;
  return (
    <>
      <dl className={css.values} aria-label={t('clinical.addresses')}>
        <CopyValue label={t('clinical.address.token')} value={sign_in_address} />
        <CopyValue label={t('clinical.address.fhir')} value={fhir_address} />
      </dl>
      {clients.length === 0 ? (
        <p className={classNames('quiet', css.none)}>{t('clinical.none')}</p>
      ) : (
        <ul className={css.clients} aria-label={t('clinical.list')}>
          {clients.map((client) => (
            <ClientItem key={client.id} client={client} onOpen={setDialog} />
          ))}
        </ul>
      )}
      <div className="acts">
        <Button variant="two" icon="plus" aria-haspopup="dialog" onClick={() => setDialog({ kind: 'new' })}>
          {t('clinical.add')}
        </Button>
      </div>
      <Suspense>
        {dialog?.kind === 'new' && <NewClientDialog provider={provider} onClose={close} />}
        {dialog?.kind === 'addKey' && <AddKeyDialog client={dialog.client} onClose={close} />}
        {dialog?.kind === 'removeKey' && (
          <RemoveDialog client={dialog.client} publicKey={dialog.key} onClose={close} />
        )}
        {dialog?.kind === 'webhook' && <WebhookDialog client={dialog.client} onClose={close} />}
        {dialog?.kind === 'secret' && (
          <SecretDialog client={dialog.client} webhook={dialog.webhook} onClose={close} />
        )}
        {dialog?.kind === 'removeWebhook' && <RemoveWebhookDialog client={dialog.client} onClose={close} />}
        {dialog?.kind === 'revoke' && <RemoveDialog client={dialog.client} onClose={close} />}
      </Suspense>
    </>
  );
}
