import { useState } from 'react';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { useMoment } from '../words.ts';
import { testWebhook, type ClinicalClient, type ClinicalWebhook, type OpenDialog } from './clinical-api.ts';
import css from './clinical.module.css';
import { noticeWords, reasonOf, stateOf } from './webhook-words.ts';

type WebhookFactsProps = { client: ClinicalClient; onOpen: (dialog: OpenDialog) => void };

/** The address for notices of a clinical system, its state, and the last notices. */
export function WebhookFacts({ client, onOpen }: WebhookFactsProps) {
  const t = useText();
  const { name, webhook } = client;
  const about = <span className="vh">: {name}</span>;
  return (
    <div className={css.webhook}>
      <h4>{t('clinical.webhook.title')}</h4>
      {webhook ? (
        <WebhookState client={client} webhook={webhook} />
      ) : (
        <p className="small quiet">{t('clinical.webhook.none')}</p>
      )}
      <div className={css.webhookActs}>
        <Button variant="text" aria-haspopup="dialog" onClick={() => onOpen({ kind: 'webhook', client })}>
          {t(webhook ? 'clinical.webhook.change' : 'clinical.webhook.set')}
          {about}
        </Button>
        {webhook && <TestButton client={client} />}
        {webhook && (
          <Button
            variant="text"
            aria-haspopup="dialog"
            onClick={() => onOpen({ kind: 'secret', client, webhook })}
          >
            {t('clinical.secret.replace')}
            {about}
          </Button>
        )}
        {webhook && (
          <Button
            variant="text"
            aria-haspopup="dialog"
            onClick={() => onOpen({ kind: 'removeWebhook', client })}
          >
            {t('clinical.webhook.remove')}
            {about}
          </Button>
        )}
      </div>
    </div>
  );
}

function WebhookState({ client, webhook }: { client: ClinicalClient; webhook: ClinicalWebhook }) {
  const t = useText();
  const moment = useMoment();
  const { address, set_at, set_by, state, notices } = webhook;
  const set = moment(set_at);
  return (
    <>
      <code>{address}</code>
      <p className="small quiet">
        {set_by === null ? (
          t('clinical.webhook.setOn', set)
        ) : (
          <OwnWords>{t('clinical.webhook.setBy', { name: set_by, ...set })}</OwnWords>
        )}
      </p>
      <SecretFacts webhook={webhook} />
      <p className={state === 'active' ? 'small quiet' : css.notDelivered}>{stateOf(t, moment, webhook)}</p>
      {notices.length > 0 && (
        <details>
          <summary>{t('clinical.webhook.notices', { name: client.name })}</summary>
          <ul className={css.notices}>
            {notices.map((notice) => {
              const { change, outcome } = noticeWords(t, notice);
              const { date, time } = moment(notice.created_at);
              return (
                <li key={notice.id}>
                  <span className="quiet">
                    {date} {time}
                  </span>
                  <span>{change}</span>
                  <span>{outcome}</span>
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </>
  );
}

/** When the newest secret was made, and until when the one before signs too. Nothing if there was only one secret. */
function SecretFacts({ webhook }: { webhook: ClinicalWebhook }) {
  const t = useText();
  const language = useLanguage();
  const moment = useMoment();
  const { set_at, secret_at, secret_by, old_secret_until } = webhook;
  if (secret_at === set_at) return null;
  const made = moment(secret_at);
  return (
    <p className="small quiet">
      <OwnWords>
        {sentences(
          language,
          secret_by === null
            ? t('clinical.secret.made', made)
            : t('clinical.secret.madeBy', { name: secret_by, ...made }),
          ...(old_secret_until === null ? [] : [t('clinical.secret.both', moment(old_secret_until))]),
        )}
      </OwnWords>
    </p>
  );
}

/** Sends a test notice and says whether it arrived. */
function TestButton({ client }: { client: ClinicalClient }) {
  const t = useText();
  const [failure, setFailure] = useState<string | null>(null);
  const { state, run, problems } = useAction(() => testWebhook(client.id), {
    resetMs: 2500,
    onDone: setFailure,
  });
  const isFailed = state === 'complete' && failure !== null;
  return (
    <>
      <Button
        variant="text"
        state={isFailed ? 'initial' : state}
        words={{
          pending: 'clinical.webhook.testing',
          complete: 'clinical.webhook.tested',
          error: 'common.tryAgain',
        }}
        keepsRoom
        onClick={() => {
          setFailure(null);
          void run();
        }}
      >
        {t('clinical.webhook.test')}
        <span className="vh">: {client.name}</span>
      </Button>
      <div className={css.tested} role="alert">
        {failure !== null && (
          <p className={css.notDelivered}>
            {t('clinical.webhook.testFailed', { reason: reasonOf(t, failure) })}
          </p>
        )}
        <ProblemList problems={problems} />
      </div>
    </>
  );
}
