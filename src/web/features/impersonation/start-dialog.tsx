import { useWatch } from 'react-hook-form';
import { beginTogetherForm, enterCustomerForm } from '../../../domain/inputs/customers/login-as-customer.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { FormPasswordField, FormTextField } from '../../forms/form-fields.tsx';
import { FormCheckbox, FormRadioCards, FormTextArea } from '../../forms/more-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { useSecondStep } from '../second-step/api.ts';
import type { Entry } from './impersonation-api.ts';
import { startErrors } from './start-errors.ts';
import { beginTogether, useStartImpersonation } from './use-start.ts';
import css from './impersonation.module.css';

const words: StateWords = { pending: 'common.loading', complete: 'common.loading', error: 'common.tryAgain' };
const resetMs = 2500;

type StartDialogProps = {
  customer: { id: string; name: string };
  /** The customer is present and agrees, and gets a session of their own (N-08). */
  together?: boolean | undefined;
  onClose: () => void;
};

/**
 * Asks a staff member for the reason and for their password or second step, and enters the customer's account (D-14), or begins
 * together with the customer (N-08).
 */
export function StartDialog(props: StartDialogProps) {
  const ready = useTexts(['login-as-customer', 'second-step', 'errors', 'fields', 'success']);
  return ready ? <EntryDialog {...props} /> : null;
}

function EntryDialog({ customer, together = false, onClose }: StartDialogProps) {
  const t = useText();
  const enter = useStartImpersonation();
  const form = useZodForm(together ? beginTogetherForm : enterCustomerForm, {
    ...{ reason: '', method: 'password', password: '', code: '', agreed: false },
  });
  const start = together ? beginTogether : enter;
  const { submit, state, problems } = useSubmit(form, (entry: Entry) => start(customer, entry), {
    ...startErrors(customer.name),
    resetMs,
  });
  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={
        <OwnWords>
          {t(together ? 'lac.together.title' : 'lac.confirm.title', { customer: customer.name })}
        </OwnWords>
      }
      lead={
        <OwnWords>
          {t(together ? 'lac.together.body' : 'lac.confirm.body', { customer: customer.name })}
        </OwnWords>
      }
    >
      <p className={css.said}>{t(together ? 'lac.together.limits' : 'lac.limits')}</p>
      <Form form={form} prefix="enter" onSubmit={submit} problems={problems}>
        <FormTextArea
          name="reason"
          label={t('lac.confirm.reason')}
          hint={<OwnWords>{t('lac.confirm.reasonHint', { customer: customer.name })}</OwnWords>}
          rows={3}
          required
        />
        {together && (
          <FormCheckbox
            name="agreed"
            label={<OwnWords>{t('lac.together.agreed', { customer: customer.name })}</OwnWords>}
            required
          />
        )}
        <MethodField />
        <ProofField />
        <div className="modalfoot">
          <Button type="submit" state={state} words={words}>
            {t(together ? 'lac.together.button' : 'lac.confirm.button')}
          </Button>
          <Button variant="two" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

/** For staff with an app or recovery codes: the method of proof. Others have only their password. */
function MethodField() {
  const t = useText();
  const { data: secondStep } = useSecondStep();
  const app = secondStep?.on === true && secondStep.app;
  const recovery = secondStep?.on === true && secondStep.recovery_left > 0;
  if (!app && !recovery) return null;
  return (
    <FormRadioCards
      name="method"
      label={t('lac.confirm.how')}
      low
      choices={[
        { value: 'password', label: t('lac.confirm.byPassword') },
        ...(app ? [{ value: 'app', label: t('lac.confirm.byApp') }] : []),
        ...(recovery ? [{ value: 'recovery', label: t('lac.confirm.byRecovery') }] : []),
      ]}
    />
  );
}

/** The proof: the password, the code of the app, or a recovery code. */
function ProofField() {
  const t = useText();
  const method: unknown = useWatch({ name: 'method' });
  if (method === 'password') {
    return (
      <FormPasswordField
        name="password"
        label={t('lac.confirm.password')}
        autoComplete="current-password"
        required
      />
    );
  }
  const recovery = method === 'recovery';
  return (
    <FormTextField
      name="code"
      label={t(recovery ? 'mfa.recovery.label' : 'lac.confirm.code')}
      hint={t(recovery ? 'mfa.recovery.hint' : 'mfa.code.hintApp')}
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      width={recovery ? 'full' : 'short'}
      required
    />
  );
}
