import { useRef, useState, type RefObject } from 'react';
import { Allowed, useMay } from '../../app/allowed.tsx';
import { mustAnswer, roleOf } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { ConfirmPasswordDialog } from '../../forms/passwords/confirm-password-dialog.tsx';
import { RecoveryCodesDialog, RecoveryGroup } from './recovery-codes.tsx';
import { AppGroup } from './app-group.tsx';
import { turnOff, useSecondStep, type SecondStep } from './second-step-api.ts';
import { PhonesGroup } from './phones-group.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { SessionList } from '../sessions/api.ts';
import { SettingsFrame } from '../../app/layout/settings-frame.tsx';
import css from './second-step.module.css';

/** Settings of the second step: numbers, app and recovery codes, for every role (D-12, GAP-12). */
export function Page() {
  const t = useText();
  const may = useMay('account.secondStep');
  const user = useSession();
  // Staff know it by its name in their menu (MENU-18).
  const isStaff = user !== null && roleOf(user) !== 'user';
  const lead = t(isStaff ? 'settings.mfa.leadStaff' : 'settings.mfa.lead');
  return (
    <SettingsFrame
      title={t(isStaff ? 'settings.mfa.titleStaff' : 'settings.mfa.title')}
      lead={may ? lead : undefined}
    >
      <Allowed to="account.secondStep">
        <OwnSecondStep />
      </Allowed>
      {!may && <SessionList />}
    </SettingsFrame>
  );
}

function OwnSecondStep() {
  const t = useText();
  const read = useSecondStep();
  const user = useSession();
  const due = user?.second_step_due ?? false;
  const textsDue = user !== null && mustAnswer(user);
  // Above everything else: the codes are shown only once.
  const [codes, setCodes] = useState<readonly string[]>([]);
  // The server refuses this page while texts wait for an answer, and may be away: behind the codes no error is shown.
  const isBehind = codes.length > 0 || textsDue;

  const status = useRef<HTMLParagraphElement>(null);
  const onGone = () => rescueFocus(() => status.current);

  /** Called after a number or an app was confirmed. The first one turns the second step on and returns codes. */
  const onConfirmed = (made: readonly string[], words: string) => {
    showSnackbar(made.length > 0 ? t('success.mfaOn') : words);
    setCodes(made);
    onGone();
  };

  const closeCodes = () => {
    setCodes([]);
    onGone();
  };

  return (
    <>
      {due && (
        <div className={css.due}>
          <Notice icon="alert">{t('error.mfa.mustEnrol')}</Notice>
        </div>
      )}
      <Loaded read={isBehind ? { ...read, failed: undefined } : read}>
        {(secondStep) => (
          <>
            <OnOff secondStep={secondStep} status={status} onGone={onGone} />
            <PhonesGroup secondStep={secondStep} onConfirmed={onConfirmed} onGone={onGone} />
            <AppGroup secondStep={secondStep} onConfirmed={onConfirmed} onGone={onGone} />
            <RecoveryGroup secondStep={secondStep} onMade={setCodes} />
            {!due && !isBehind && <SessionList />}
          </>
        )}
      </Loaded>
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={closeCodes} />}
    </>
  );
}

/** Whether the second step is on, and a button to turn it off. Staff in production have no such button (D-12). */
function OnOff({
  secondStep: { on, required },
  status,
  onGone,
}: {
  secondStep: SecondStep;
  status: RefObject<HTMLParagraphElement | null>;
  onGone: () => void;
}) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className={classNames(css.onoff, on && css.on)}>
        <Icon name={on ? 'circle-check' : 'info'} />
        <p ref={status} tabIndex={-1}>
          <b>{t(on ? 'success.mfaOn' : 'success.mfaOff')}</b>
          {!on && <small>{t('settings.mfa.howTo')}</small>}
          {on && required && <small>{t('settings.mfa.staffMust')}</small>}
        </p>
        {on && !required && (
          <Button variant="two" onClick={() => setAsking(true)}>
            {t('settings.mfa.turnOff')}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmPasswordDialog
          title={t('settings.mfa.turnOff')}
          lead={t('settings.mfa.turnOffConfirm')}
          submit={t('mfa.verify')}
          onPassword={async (password) => {
            await turnOff(password);
            showSnackbar(t('success.mfaOff'));
            onGone();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
