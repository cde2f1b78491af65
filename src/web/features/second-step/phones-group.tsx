import { useState } from 'react';
import { phonesAtMost } from '../../../domain/accounts/sign-in/second-step.ts';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { AddPhoneDialog } from './add-phone-dialog.tsx';
import { ConfirmPasswordDialog } from '../../forms/passwords/confirm-password-dialog.tsx';
import { removePhone, type Phone, type SecondStep } from './second-step-api.ts';
import { SettingsGroup } from '../../app/layout/settings-frame.tsx';
import css from './second-step.module.css';

const lastThree = ({ masked }: Phone) => masked.slice(-3);

/** Numbers that codes are sent to. */
export function PhonesGroup({
  secondStep: { phones, app, on, required },
  onConfirmed,
  onGone,
}: {
  secondStep: SecondStep;
  onConfirmed: (codes: readonly string[], words: string) => void;
  /** Called when the focused element was removed. */
  onGone: () => void;
}) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Phone | null>(null);
  const confirmed = phones.filter((phone) => phone.confirmed);
  const last = on && confirmed.length === 1 && !app;
  return (
    <SettingsGroup title={t('settings.mfa.phones')}>
      {confirmed.length > 0 && (
        <ul className={css.list}>
          {confirmed.map((phone) => (
            <li key={phone.id} className={css.row}>
              <Icon name="mobile" />
              <div>
                {t('settings.mfa.phoneEnds', { last3: lastThree(phone) })}
                <small>{t('settings.mfa.phoneNote')}</small>
              </div>
              {!(last && required) && (
                <button type="button" className="mini" onClick={() => setRemoving(phone)}>
                  {t('common.remove')}
                  <span className="vh">: {t('settings.mfa.phoneEnds', { last3: lastThree(phone) })}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {confirmed.length < phonesAtMost && (
        <Button variant="text" icon="plus" className={css.add} onClick={() => setAdding(true)}>
          {t('settings.mfa.phoneAdd')}
        </Button>
      )}
      {adding && (
        <AddPhoneDialog
          onConfirmed={(codes) => {
            setAdding(false);
            onConfirmed(codes, t('success.phoneAdded'));
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <RemovePhone phone={removing} last={last} onGone={onGone} onClose={() => setRemoving(null)} />
      )}
    </SettingsGroup>
  );
}

function RemovePhone({
  phone,
  last,
  onGone,
  onClose,
}: {
  phone: Phone;
  last: boolean;
  onGone: () => void;
  onClose: () => void;
}) {
  const t = useText();
  return (
    <ConfirmPasswordDialog
      title={t('settings.mfa.phoneRemove')}
      lead={t('settings.mfa.phoneRemoveLead')}
      note={
        <>
          <b>{t('settings.mfa.phoneEnds', { last3: lastThree(phone) })}</b>
          {last && <br />}
          {last && t('settings.mfa.removeLast')}
        </>
      }
      submit={t('common.remove')}
      onPassword={async (password) => {
        await removePhone(phone.id, password);
        showSnackbar(t(last ? 'success.mfaOff' : 'success.saved'));
        onGone();
      }}
      onClose={onClose}
    />
  );
}
