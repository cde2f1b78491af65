import { useEffect, useRef, useState, type RefObject } from 'react';
import { dollars } from '../../../../domain/billing/money.ts';
import { feeUnits } from '../../../../domain/billing/providers/provider-fee.ts';
import {
  providerFeeForm,
  readDollars,
  type ProviderFeeWords,
} from '../../../../domain/inputs/organisation/provider-fee.ts';
import { ApiError } from '../../../api/errors.ts';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormRadioCards } from '../../../forms/more-fields.tsx';
import { problemOf } from '../../../forms/errors/form-errors.ts';
import { Form } from '../../../forms/form.tsx';
import { useCloseGuard } from '../../../forms/unsaved/close-guard.tsx';
import { newerOf } from '../../../forms/unsaved/merge-conflict.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { changeFee, sumOf, usePaidProvider, type PaidProvider } from './fee-api.ts';
import css from './fee.module.css';

const words: StateWords = {
  pending: 'providers.form.pending',
  complete: 'providers.form.complete',
  error: 'providers.form.failed',
};

type FeeDialogProps = {
  provider: { id: string; name: string };
  onDone: () => void;
  onClose: () => void;
};

/** Sets the number of beds or customers that a provider pays for, and shows the total (API-43, TRANS-04, GAP-106). */
export function FeeDialog({ provider, onDone, onClose }: FeeDialogProps) {
  const t = useText();
  const read = usePaidProvider(provider.id);
  const closeRef = useRef(onClose);
  return (
    <Modal
      open
      onClose={() => closeRef.current()}
      title={<OwnWords>{t('providers.fee.title', { provider: provider.name })}</OwnWords>}
    >
      <Loaded read={read}>
        {(paid) => (
          <FeeForm id={provider.id} paid={paid} closeRef={closeRef} onDone={onDone} onClose={onClose} />
        )}
      </Loaded>
    </Modal>
  );
}

const isSame = (one: ProviderFeeWords, other: Partial<ProviderFeeWords>) =>
  (['counted_by', 'count', 'price'] as const).every((name) => one[name] === other[name]);

type FeeFormProps = Omit<FeeDialogProps, 'provider'> & {
  id: string;
  paid: PaidProvider;
  /** Function that closes the surrounding dialog. */
  closeRef: RefObject<() => void>;
};

/** The form of a fee, and its save, which names the version that the fee is based on. */
function useFeeForm({ id, paid, onDone, onClose }: Omit<FeeFormProps, 'closeRef'>) {
  const t = useText();
  // First values of the form, whatever is read meanwhile.
  const [first] = useState(paid);
  const known = useRef({ version: first.version, words: first.words });
  const form = useZodForm<ProviderFeeWords, ProviderFeeWords>(providerFeeForm, first.words, id);

  /**
   * Another save of the same provider is only a conflict if it changed these values: they belong together, and are not merged.
   */
  async function save(typed: ProviderFeeWords, again = false): Promise<void> {
    try {
      await changeFee(id, typed, known.current.version);
    } catch (thrown) {
      const newer = thrown instanceof ApiError ? newerOf(thrown) : undefined;
      if (!newer) throw thrown;
      const isOther = !isSame(known.current.words, newer.saved);
      known.current = { version: newer.version, words: newer.saved as ProviderFeeWords };
      if (isOther || again) throw thrown;
      await save(typed, true);
    }
  }

  const submission = useSubmit(form, (typed: ProviderFeeWords) => save(typed), {
    resetMs: adminResetMs.save,
    texts: {
      conflict: () => {
        const { counted_by, count, price } = known.current.words;
        const unit = counted_by === 'beds' ? 'providers.fee.number.beds' : 'providers.fee.number.customers';
        const amount = dollars(readDollars(price) ?? 0);
        return [problemOf('providers.fee.changed', { unit: t(unit), count: count || '0', price: amount })];
      },
      'not-found': 'error.provider.gone',
    },
    onDone() {
      showSnackbar(t('success.providerSaved'));
      onDone();
      onClose();
    },
  });
  return { form, plan: first.plan, ...submission };
}

function FeeForm({ closeRef, ...rest }: FeeFormProps) {
  const t = useText();
  const { form, plan, submit, state, problems } = useFeeForm(rest);
  const { close, question } = useCloseGuard(form, rest.onClose);
  useEffect(() => {
    closeRef.current = close;
  });

  const now = form.watch();
  const unit = now.counted_by === 'beds' ? 'beds' : 'customers';
  return (
    <>
      <Form form={form} onSubmit={submit} problems={problems} prefix="provider-fee" className={css.form}>
        <FeeFields plan={plan} unit={unit} />
        <p className={css.sum} role="status">
          <Sum words={now} unit={unit} />
        </p>
        <div className="modalfoot">
          <Button type="submit" state={state} words={words} keepsRoom>
            {t('providers.fee.save')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={close}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
      {question}
    </>
  );
}

type Unit = 'beds' | 'customers';

/** Payment plan, unit, number and price. A payment plan sets the price per unit. */
function FeeFields({ plan, unit }: { plan: string | null; unit: Unit }) {
  const t = useText();
  return (
    <>
      <p>
        {plan === null ? (
          t('providers.fee.planNone')
        ) : (
          <OwnWords>{t('providers.fee.plan', { plan })}</OwnWords>
        )}
      </p>
      <FormRadioCards
        name="counted_by"
        label={t('providers.fee.countBy')}
        columns={2}
        low
        required
        choices={feeUnits.map((value) => ({ value, label: t(`providers.fee.unit.${value}`) }))}
      />
      <div className={css.pair}>
        <FormTextField
          name="count"
          label={t(`providers.fee.number.${unit}`)}
          hint={t('providers.fee.minimum')}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <FormTextField
          name="price"
          label={t(`providers.fee.price.${unit}`)}
          hint={t(plan === null ? 'providers.fee.priceHint' : 'providers.fee.priceOfPlan')}
          inputMode="decimal"
          autoComplete="off"
          disabled={plan !== null}
          required
        />
      </div>
    </>
  );
}

/** Total while the values are typed. */
function Sum({ words: typed, unit }: { words: ProviderFeeWords; unit: Unit }) {
  const t = useText();
  const sum = sumOf(typed);
  if (sum === null) return null;
  const { number, each, fee } = sum;
  const amounts = { price: dollars(each), amount: dollars(fee) };
  return (
    <>
      <b>{t('providers.fee.new', { amount: amounts.amount })}</b>
      <span>{t(`providers.fee.sum.${unit}`, { count: Math.max(1, number), ...amounts })}</span>
    </>
  );
}
