import { useState } from 'react';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { sentences } from '../../../plan-view/sentences.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../integrations.module.css';
import { useMoment } from '../words.ts';
import { replaceSecret, type ClinicalClient, type ClinicalWebhook, type NewSecret } from './clinical-api.ts';
import systems from './clinical.module.css';
import { CopyValue } from './copy-value.tsx';

type SecretDialogProps = { client: ClinicalClient; webhook: ClinicalWebhook; onClose: () => void };

const words: StateWords = {
  pending: 'clinical.secret.making',
  complete: 'clinical.secret.done',
  error: 'common.notSaved',
};

/** Makes a new secret for notices after a question, and then shows it, which happens only once. */
export default function SecretDialog({ client, webhook, onClose }: SecretDialogProps) {
  const t = useText();
  const language = useLanguage();
  const moment = useMoment();
  const [made, setMade] = useState<NewSecret>();
  const title = t('clinical.secret.title', { name: client.name });
  const oldUntil = made?.oldUntil ?? null;
  const how = [
    t('clinical.secret.how'),
    ...(oldUntil === null ? [] : [t('clinical.secret.until', moment(oldUntil))]),
  ];
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={made === undefined ? <OwnWords>{title}</OwnWords> : t('clinical.secret.done')}
    >
      {made === undefined ? (
        <Question client={client} webhook={webhook} onClose={onClose} onMade={setMade} />
      ) : (
        <div className={css.form}>
          <p>{sentences(language, ...how)}</p>
          <dl className={systems.values}>
            <CopyValue label={t('clinical.webhook.secret')} value={made.secret} />
          </dl>
          <div className="modalfoot">
            <Button onClick={onClose}>{t('clinical.webhook.secret.done')}</Button>
          </div>
        </div>
      )}
    </Modal>
  );
}

type QuestionProps = SecretDialogProps & { onMade: (made: NewSecret) => void };

function Question({ client, webhook, onClose, onMade }: QuestionProps) {
  const t = useText();
  const moment = useMoment();
  const { run, state, problems } = useAction(() => replaceSecret(client.id, webhook.secret_id), {
    resetMs: adminResetMs.save,
    onDone(made) {
      showSnackbar(t('clinical.secret.done'));
      onMade(made);
    },
  });
  const { old_secret_until, secret_at } = webhook;
  return (
    <div className={css.form}>
      <p>
        {old_secret_until === null
          ? t('clinical.secret.what')
          : t('clinical.secret.again', { ...moment(secret_at), until: moment(old_secret_until).date })}
      </p>
      <ProblemList problems={problems} />
      <div className="modalfoot">
        <Button state={state} words={words} keepsRoom onClick={() => void run()}>
          {t('clinical.secret.make')}
        </Button>
        <Button variant="two" off={state === 'pending'} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
