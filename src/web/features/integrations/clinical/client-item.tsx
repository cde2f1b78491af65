import { useLanguage, useText } from '../../../app/texts.tsx';
import { sentences } from '../../../plan-view/sentences.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useMoment } from '../words.ts';
import type { ClinicalClient, ClinicalKey, OpenDialog } from './clinical-api.ts';
import css from './clinical.module.css';
import { CopyValue } from './copy-value.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

type ClientItemProps = { client: ClinicalClient; onOpen: (dialog: OpenDialog) => void };

/** A clinical system with its client id and its keys. */
export function ClientItem({ client, onOpen }: ClientItemProps) {
  const t = useText();
  const moment = useMoment();
  const { id, name, created_at, registered_by, keys } = client;
  const added = moment(created_at);
  return (
    <li>
      <h3>
        <OwnWords>{name}</OwnWords>
      </h3>
      <p className="small quiet">
        {registered_by === null ? (
          t('clinical.added', added)
        ) : (
          <OwnWords>{t('clinical.addedBy', { name: registered_by, ...added })}</OwnWords>
        )}
      </p>
      <dl className={css.values}>
        <CopyValue label={t('clinical.clientId')} value={id} about={name} />
      </dl>
      {keys.length === 0 ? (
        <p className={css.noKeys}>{t('clinical.noKeys')}</p>
      ) : (
        <ul className={css.keys} aria-label={t('clinical.keys', { name })}>
          {keys.map((key) => (
            <li key={key.id}>
              <KeyFacts publicKey={key} />
              <Button
                variant="text"
                aria-haspopup="dialog"
                onClick={() => onOpen({ kind: 'removeKey', client, key })}
              >
                {t('clinical.removeKey')}
                <span className="vh">: {key.kid}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <WebhookFacts client={client} onOpen={onOpen} />
      <div className={css.acts}>
        <Button variant="text" aria-haspopup="dialog" onClick={() => onOpen({ kind: 'addKey', client })}>
          {t('clinical.addKey')}
          <span className="vh">: {name}</span>
        </Button>
        <Button variant="text" aria-haspopup="dialog" onClick={() => onOpen({ kind: 'revoke', client })}>
          {t('clinical.revoke')}
          <span className="vh">: {name}</span>
        </Button>
      </div>
    </li>
  );
}

function KeyFacts({ publicKey }: { publicKey: ClinicalKey }) {
  const t = useText();
  const language = useLanguage();
  const moment = useMoment();
  const { kid, kind, added_at, added_by, last_used_at } = publicKey;
  const added = moment(added_at);
  return (
    <div>
      <code>{kid}</code>
      <p className="small quiet">
        {kind === 'RSA' ? 'RSA, RS384' : 'P-384, ES384'}
        <br />
        {sentences(
          language,
          added_by === null
            ? t('clinical.key.added', added)
            : t('clinical.key.addedBy', { name: added_by, ...added }),
          last_used_at === null ? t('clinical.key.never') : t('clinical.key.used', moment(last_used_at)),
        )}
      </p>
    </div>
  );
}
