import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useConsentHold } from '../../app/gates/consent-hold.ts';
import { useText } from '../../app/texts.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { useAction } from '../../forms/use-action.ts';
import { ConfirmPasswordDialog } from '../../forms/passwords/confirm-password-dialog.tsx';
import { newCodes, type SecondStep } from './second-step-api.ts';
import { SettingsGroup } from '../../app/layout/settings-frame.tsx';
import css from './second-step.module.css';
import { ApiError } from '../../api/errors.ts';

/** Number of recovery codes left, and a button to make new ones. */
export function RecoveryGroup({
  secondStep: { on, recovery_left: count },
  onMade,
}: {
  secondStep: SecondStep;
  onMade: (codes: readonly string[]) => void;
}) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  return (
    <SettingsGroup
      title={t('settings.mfa.recovery')}
      lead={t(on ? 'settings.mfa.recoveryLead' : 'settings.mfa.recoveryLater')}
    >
      {on && (
        <div className={css.row}>
          <div>
            <b>{t('settings.mfa.recoveryLeft', { count })}</b>
          </div>
          <Button variant="two" onClick={() => setAsking(true)}>
            {t('settings.mfa.recoveryNew')}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmPasswordDialog
          title={t('settings.mfa.recoveryNew')}
          lead={t('settings.mfa.recoveryNewLead')}
          note={t('settings.mfa.recoveryNewNote')}
          submit={t('settings.mfa.recoveryNew')}
          onPassword={async (password) => onMade(await newCodes(password))}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsGroup>
  );
}

const copyWords: StateWords = {
  pending: 'common.copied',
  complete: 'common.copied',
  error: 'common.tryAgain',
};

/** Recovery codes, shown once, to be printed, copied or written down. The dialog closes only by its button. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  useConsentHold();
  const copy = () =>
    navigator.clipboard
      .writeText(codes.join('\n'))
      .catch(() => Promise.reject(new ApiError('general_error')));
  const { state, run } = useAction(copy, { resetMs: 2500 });
  return (
    <Modal
      open
      mustChoose
      onClose={onClose}
      title={t('settings.mfa.codesTitle')}
      lead={t('settings.mfa.recoveryLead')}
      foot={
        <>
          <Button onClick={onClose}>{t('settings.mfa.codesKept')}</Button>
          <Button variant="two" icon="print" onClick={() => window.print()}>
            {t('common.print')}
          </Button>
          <Button variant="two" icon="copy" state={state} words={copyWords} onClick={() => void run()}>
            {t('common.copy')}
          </Button>
        </>
      }
    >
      <p>
        <b>{t('settings.mfa.codesOnce')}</b>
      </p>
      <Codes codes={codes} />
      {createPortal(
        <div className={css.paper} aria-hidden="true">
          <h1>Wattle: {t('settings.mfa.codesTitle')}</h1>
          <p>{t('settings.mfa.recoveryLead')}</p>
          <Codes codes={codes} />
        </div>,
        document.body,
      )}
    </Modal>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <ol className={css.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  );
}
