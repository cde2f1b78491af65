import { useState } from 'react';
import { deletionWord } from '../../../domain/accounts/deletion.ts';
import { deletionForm } from '../../../domain/inputs/deletion.ts';
import { Allowed } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import type { SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Form } from '../../forms/form.tsx';
import { FormPasswordField, FormTextField } from '../../forms/form-fields.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useAction } from '../../forms/use-action.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { askForDeletion, keepAccount } from './privacy-api.ts';
import { SettingsGroup } from '../../app/layout/settings-frame.tsx';
import css from '../../app/layout/settings.module.css';
import { useVoicedText } from '../../plan-view/voiced-text.ts';

const resetMs = 2500;

/** Deletion of the account: requested here, and cancelled here within thirty days (D-19). */
export function DeletionGroup({ user }: { user: SessionUser }) {
  const t = useText();
  return (
    <SettingsGroup title={t('settings.privacy.delete.title')}>
      {user.delete_on && <PendingNote deleteOn={user.delete_on} />}
      <Allowed to="account.delete">
        <OwnDeletion pending={user.delete_on !== null} />
      </Allowed>
    </SettingsGroup>
  );
}

function OwnDeletion({ pending }: { pending: boolean }) {
  const said = useVoicedText();
  const t = useText();
  const [asking, setAsking] = useState(false);
  if (pending) return <Keep />;
  return (
    <>
      <p>{said('settings.privacy.delete.body')}</p>
      <p className={css.after}>{said('settings.privacy.delete.note')}</p>
      <div className={css.after}>
        <Button variant="two" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('settings.privacy.delete.button')}
        </Button>
      </div>
      {asking && <DeletionDialog onClose={() => setAsking(false)} />}
    </>
  );
}

/** Day of the deletion that the person requested. */
function PendingNote({ deleteOn }: { deleteOn: string }) {
  const said = useVoicedText();
  const t = useText();
  const shortDate = useShortDate();
  return (
    <Notice live>
      <p>
        <b>{t('settings.privacy.delete.pending', { date: shortDate(deleteOn) })}</b>
      </p>
      <p>{said('settings.privacy.delete.note')}</p>
    </Notice>
  );
}

function Keep() {
  const t = useText();
  const { run, state, problems } = useAction(keepAccount, { resetMs });
  return (
    <>
      <ProblemList problems={problems} />
      <div className={css.after}>
        <Button state={state} onClick={() => void run()}>
          {t('settings.privacy.delete.keep')}
        </Button>
      </div>
    </>
  );
}

/** The deletion requires a typed word, the same in both languages, and the password. */
function DeletionDialog({ onClose }: { onClose: () => void }) {
  const said = useVoicedText();
  const t = useText();
  const form = useZodForm(deletionForm, { confirm: '', password: '' });
  const { submit, state, problems } = useSubmit(form, askForDeletion, { resetMs, onDone: onClose });
  return (
    <Modal open role="alertdialog" onClose={onClose} title={t('settings.privacy.delete.title')}>
      <p>{said('settings.privacy.delete.body')}</p>
      <p className={css.after}>{said('settings.privacy.delete.note')}</p>
      <Form form={form} onSubmit={submit} problems={problems} prefix="deletion" className={css.after}>
        <FormTextField
          name="confirm"
          label={t('settings.privacy.delete.type')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={deletionWord.length + 10}
          width="date"
          required
        />
        <FormPasswordField
          name="password"
          label={t('settings.password.current')}
          autoComplete="current-password"
          required
        />
        <div className="modalfoot">
          <Button type="submit" variant="danger" state={state}>
            {t('settings.privacy.delete.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
