import { choosePhoneForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { useText } from '../../app/texts.tsx';
import { FormRadioCards } from '../../forms/more-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { inOnePiece, type SecondStepWanted } from '../../api/session/sign-in-calls.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import css from './second-step-code.module.css';
import { sendErrors } from './second-step-errors.ts';

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

/** Selection of the number that the code is sent to (MFA-02). */
export function ChoosePhone({
  phones,
  chosen,
  left,
  send,
}: {
  phones: SecondStepWanted['phones'];
  chosen: string;
  /** Seconds until a code can be sent. */
  left: number;
  /** Sends the code. Throws ApiError. */
  send: (phone: string) => Promise<void>;
}) {
  const t = useText();
  const form = useZodForm(choosePhoneForm, { phone: chosen });
  const { submit, state, problems } = useSubmit(form, ({ phone }: { phone: string }) => send(phone), {
    ...sendErrors,
    resetMs: 1000,
  });

  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="mfa">
      <FormRadioCards
        name="phone"
        label={t('mfa.phone.legend')}
        choices={phones.map(({ id, masked }) => ({
          value: id,
          label: t('mfa.phone.option', { masked: inOnePiece(masked) }),
        }))}
        required
      />
      <Button type="submit" wide state={state} words={words} off={left > 0 && state === 'initial'}>
        {t('mfa.send')}
      </Button>
      {left > 0 && <p className={`small quiet num ${css.wait}`}>{t('mfa.resendWait', { count: left })}</p>}
    </Form>
  );
}
