import { Fragment, useEffect, useState } from 'react';
import { durations, endOfTerm } from '../../../domain/billing/providers/billing-terms.ts';
import {
  customerTypes,
  recurrences,
  type SubscriptionTerms,
} from '../../../domain/billing/subscriptions/rules.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { isoOfDate } from '../../../domain/fields.ts';
import { subscriptionForm, wordsOfTerms } from '../../../domain/inputs/organisation/subscription.ts';
import { requestKeys } from '../../api/request-keys.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { FormCheckbox, FormDateField, FormRadioCards, FormSelectField } from '../../forms/more-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { addPlan, findChoices, updatePlan, type Choice, type Plan } from './plans-api.ts';
import css from './plans.module.css';
import { feeName, stateOfPlan, termName, termsOfPlan, typeName } from './words.ts';

export type PlanDialogProps = {
  /** The plan to edit or view; null for a new one. */
  plan: Plan | null;
  onDone: () => void;
  onClose: () => void;
};

const words: StateWords = {
  pending: 'subscriptions.form.pending',
  complete: 'subscriptions.form.complete',
  error: 'subscriptions.form.failed',
};

/** Returns the plans that can follow, for a customer type; none until they are read, and for individuals. */
function useChoices(plan: Plan | null, typeId: number): readonly Choice[] {
  const [read, setRead] = useState<{ typeId: number; choices: readonly Choice[] }>();
  useEffect(() => {
    if (typeId === customerTypes.individual) return;
    let isCurrent = true;
    void findChoices(typeId)
      .catch(() => [])
      .then((choices) => isCurrent && setRead({ typeId, choices }));
    return () => {
      isCurrent = false;
    };
  }, [typeId]);
  return read?.typeId === typeId ? read.choices.filter(({ id }) => id !== plan?.id) : [];
}

/** Returns the title of the dialog. */
function titleOf(t: Translate, plan: Plan | null): string {
  if (plan === null) return t('subscriptions.form.titleAdd');
  return stateOfPlan(plan) === 'scheduled'
    ? t('subscriptions.form.titleEdit')
    : t('subscriptions.form.titleView', { name: plan.name });
}

/** Adds or edits a subscription plan, or shows one that has started, whose plan that follows can still be set (SUB-01, SUB-09). */
export function PlanDialog({ plan, onDone, onClose }: PlanDialogProps) {
  const t = useText();
  const [keyOf] = useState(() => requestKeys());
  const state = plan === null ? 'scheduled' : stateOfPlan(plan);
  const form = useZodForm(
    subscriptionForm,
    wordsOfTerms(plan && termsOfPlan(plan)),
    plan ? `plan-${plan.id}` : 'new-plan',
  );
  const {
    submit,
    state: button,
    problems,
  } = useSubmit(
    form,
    async (terms: SubscriptionTerms): Promise<void> => {
      await (plan === null ? addPlan(terms, keyOf(terms)) : updatePlan(plan, terms));
    },
    {
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('subscriptions.saved'));
        onDone();
        onClose();
      },
    },
  );
  const typeId = Number(form.watch('customer_type_id'));
  const isIndividual = typeId === customerTypes.individual;
  const canSave = state === 'scheduled' || (state === 'active' && !isIndividual);
  return (
    <Modal open width={680} onClose={onClose} title={<OwnWords>{titleOf(t, plan)}</OwnWords>}>
      <Form form={form} onSubmit={submit} problems={problems} prefix="plan" className={css.form}>
        {state === 'scheduled' ? (
          <TermFields typeId={typeId} form={form} />
        ) : (
          plan && <ReadOnly plan={plan} />
        )}
        {!isIndividual && state !== 'expired' && <FollowOnField plan={plan} typeId={typeId} />}
        <div className="modalfoot">
          {canSave && (
            <Button type="submit" state={button} words={words} keepsRoom>
              {t('subscriptions.form.save')}
            </Button>
          )}
          <Button variant="two" off={button === 'pending'} onClick={onClose}>
            {t(canSave ? 'common.cancel' : 'common.close')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

/** The plan that follows (SUB-11). */
function FollowOnField({ plan, typeId }: { plan: Plan | null; typeId: number }) {
  const t = useText();
  const choices = useChoices(plan, typeId);
  return (
    <FormSelectField
      name="scheduled_subscription_id"
      label={t('subscriptions.form.follow')}
      hint={t('subscriptions.form.followHint')}
      optional={t('common.optional')}
      empty={t('subscriptions.form.followNone')}
      choices={choices.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

type TermFieldsProps = { typeId: number; form: { watch: (name: 'start_date' | 'duration') => string } };

/** The terms that can be changed until the plan starts. */
function TermFields({ typeId, form }: TermFieldsProps) {
  const t = useText();
  const isIndividual = typeId === customerTypes.individual;
  return (
    <>
      <FormTextField name="name" label={t('subscriptions.form.name')} autoComplete="off" required />
      <FormRadioCards
        name="customer_type_id"
        label={t('subscriptions.form.type')}
        columns={2}
        choices={(['1', '4'] as const).map((value) => ({
          value,
          label: t(`subscriptions.customerType.${value}`),
        }))}
      />
      <FeeFields isIndividual={isIndividual} />
      <div className={css.pair}>{isIndividual ? <RenewalField /> : <DurationFields />}</div>
      <DayFields isIndividual={isIndividual} form={form} />
      <FormCheckbox name="stripe" label={t('subscriptions.form.stripe')} />
    </>
  );
}

function FeeFields({ isIndividual }: { isIndividual: boolean }) {
  const t = useText();
  return (
    <div className={css.pair}>
      <FormTextField
        name="fee"
        label={t('subscriptions.form.fee')}
        hint={t(isIndividual ? 'subscriptions.form.feeHint' : 'subscriptions.form.feeEach')}
        inputMode="decimal"
        autoComplete="off"
        required
      />
      {!isIndividual && (
        <FormTextField
          name="partner_fee"
          label={t('subscriptions.form.partnerFee')}
          hint={t('subscriptions.form.feeHint')}
          optional={t('common.optional')}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </div>
  );
}

/** How a plan of individuals renews (SUB-18). */
function RenewalField() {
  const t = useText();
  return (
    <FormSelectField
      name="recurrence"
      label={t('subscriptions.form.recurrence')}
      empty=""
      choices={recurrences.map((value) => ({ value, label: t(`subscriptions.recurrence.${value}`) }))}
      required
    />
  );
}

/** How long a plan of providers lasts, and what it counts (SUB-06, SUB-19). */
function DurationFields() {
  const t = useText();
  return (
    <>
      <FormSelectField
        name="duration"
        label={t('subscriptions.form.duration')}
        empty=""
        choices={durations.map((value) => ({ value, label: t(`subscriptions.duration.${value}`) }))}
        required
      />
      <FormSelectField
        name="counted_by"
        label={t('subscriptions.form.countBy')}
        empty={t('subscriptions.form.countByNone')}
        choices={[
          { value: 'customers', label: t('subscriptions.form.countByCustomers') },
          { value: 'beds', label: t('subscriptions.form.countByBeds') },
        ]}
      />
    </>
  );
}

/** The first and the last day, with the end of the first term that follows from them. */
function DayFields({ isIndividual, form }: { isIndividual: boolean; form: TermFieldsProps['form'] }) {
  const t = useText();
  const shortDate = useShortDate();
  const start = isoOfDate(form.watch('start_date'));
  const end = start === undefined || isIndividual ? null : endOfTerm(start, form.watch('duration'));
  return (
    <div className={css.pair}>
      <FormDateField
        name="start_date"
        label={t('subscriptions.form.start')}
        hint={end === null ? undefined : t('subscriptions.form.firstTerm', { date: shortDate(end) })}
        autoComplete="off"
      />
      <FormDateField
        name="expiry_date"
        label={t('subscriptions.form.end')}
        hint={isIndividual ? undefined : t('subscriptions.form.endHint')}
        optional={t('common.optional')}
        autoComplete="off"
      />
    </div>
  );
}

/** The terms of a plan that has started or ended: they can only be read (SUB-09). */
function ReadOnly({ plan }: { plan: Plan }) {
  const t = useText();
  const shortDate = useShortDate();
  const terms = termsOfPlan(plan);
  const { start_date, expiry_date } = plan;
  const facts: [string, string][] = [
    [t('subscriptions.form.type'), typeName(t, plan.customer_type_id)],
    [t('subscriptions.form.fee'), feeName(t, terms)],
    [t('subscriptions.col.term'), termName(t, terms)],
    [t('subscriptions.form.start'), shortDate(start_date)],
    [
      t('subscriptions.form.end'),
      expiry_date === null ? t('subscriptions.row.noEnd') : shortDate(expiry_date),
    ],
  ];
  return (
    <>
      <p>
        {stateOfPlan(plan) === 'active'
          ? t('subscriptions.form.readOnlyStarted', { date: shortDate(start_date) })
          : t('subscriptions.form.readOnlyEnded', { date: shortDate(expiry_date ?? start_date) })}
      </p>
      <dl className={css.readOnly}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}
