import { useEffect, useRef, useState } from 'react';
import { codeForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { inGroups } from '../../../domain/accounts/sign-in/second-step.ts';
import { useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { QrCode } from '../../ui/drawings/qr-code.tsx';
import { checkingWords, ConfirmPasswordDialog } from '../../forms/passwords/confirm-password-dialog.tsx';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { confirmApp, removeApp, startApp, type AppSetup, type SecondStep } from './second-step-api.ts';
import { SettingsGroup } from '../../app/layout/settings-frame.tsx';
import css from './second-step.module.css';

type AppGroupProps = {
  secondStep: SecondStep;
  onConfirmed: (codes: readonly string[], words: string) => void;
  /** Called when the focused element was removed. */
  onGone: () => void;
};

/** Authenticator app: set up by scanning a code, and confirmed by a code from the app. */
export function AppGroup({ secondStep, onConfirmed, onGone }: AppGroupProps) {
  const { app, on, required, phones } = secondStep;
  const t = useText();
  const [asking, setAsking] = useState<'add' | 'remove' | null>(null);
  const [setup, setSetup] = useState<AppSetup | null>(null);
  const last = on && app && !phones.some((phone) => phone.confirmed);
  return (
    <SettingsGroup title={t('settings.mfa.app')} lead={t('settings.mfa.appLead')}>
      {app && (
        <div className={css.row}>
          <Icon name="mobile" />
          <div>{t('settings.mfa.appOn')}</div>
          {!(last && required) && (
            <button type="button" className="mini" onClick={() => setAsking('remove')}>
              {t('settings.mfa.appRemove')}
            </button>
          )}
        </div>
      )}
      {setup ? (
        <SetUp
          setup={setup}
          on={on}
          onConfirmed={(codes) => {
            setSetup(null);
            onConfirmed(codes, t('settings.mfa.appOn'));
          }}
          onCancel={() => {
            setSetup(null);
            onGone();
          }}
        />
      ) : (
        <Button variant="text" icon="plus" className={css.add} onClick={() => setAsking('add')}>
          {t(app ? 'settings.mfa.appChange' : 'settings.mfa.appAdd')}
        </Button>
      )}
      {asking === 'add' && (
        <ConfirmPasswordDialog
          title={t(app ? 'settings.mfa.appChange' : 'settings.mfa.appAdd')}
          lead={t('settings.mfa.appAddLead')}
          submit={t('common.continue')}
          onPassword={async (password) => setSetup(await startApp(password))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && (
        <RemoveDialog isLast={last} onRemoved={onGone} onClose={() => setAsking(null)} />
      )}
    </SettingsGroup>
  );
}

type RemoveDialogProps = {
  /** Whether the app is the last way of the second step, which is then turned off. */
  isLast: boolean;
  onRemoved: () => void;
  onClose: () => void;
};

function RemoveDialog({ isLast, onRemoved, onClose }: RemoveDialogProps) {
  const t = useText();
  return (
    <ConfirmPasswordDialog
      title={t('settings.mfa.appRemove')}
      lead={t('settings.mfa.appRemoveLead')}
      note={isLast && t('settings.mfa.removeLast')}
      submit={t('common.remove')}
      onPassword={async (password) => {
        await removeApp(password);
        showSnackbar(t(isLast ? 'success.mfaOff' : 'success.saved'));
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}

type SetUpProps = {
  setup: AppSetup;
  on: boolean;
  onConfirmed: (codes: readonly string[]) => void;
  onCancel: () => void;
};

/** The code to scan, the same code to type, and the first code of the app. */
function SetUp({ setup, on, onConfirmed, onCancel }: SetUpProps) {
  const t = useText();
  const form = useZodForm(codeForm, { code: '' });
  const { submit, state, problems } = useSubmit(form, ({ code }: { code: string }) => confirmApp(code), {
    resetMs: 1000,
    onDone: onConfirmed,
  });
  const element = useRef<HTMLDivElement>(null);
  // The beginning, not the field: first comes the code to scan, and the key for people who cannot scan it.
  useEffect(() => rescueFocus(() => element.current), []);
  return (
    <div ref={element} className={css.setup} role="group" aria-label={t('settings.mfa.appAdd')} tabIndex={-1}>
      <div className={css.qr}>
        <QrCode text={setup.uri} label={t('settings.mfa.appCode')} />
      </div>
      <ol>
        <li>
          <p>
            <b>1.</b> {t('settings.mfa.appStep1')}
          </p>
          <p className="small quiet">{t('settings.mfa.appKey', { key: inGroups(setup.secret) })}</p>
        </li>
        <li>
          <Form form={form} onSubmit={submit} problems={problems} prefix="app">
            <FormTextField
              name="code"
              label={
                <>
                  <b>2.</b> {t('settings.mfa.appStep2')}
                </>
              }
              width="short"
              className="num"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              required
            />
            <div className={css.acts}>
              <Button type="submit" state={state} words={checkingWords}>
                {t(on ? 'mfa.verify' : 'settings.mfa.turnOn')}
              </Button>
              <Button variant="two" onClick={onCancel}>
                {t('common.cancel')}
              </Button>
            </div>
          </Form>
        </li>
      </ol>
    </div>
  );
}
