import { useState, type ReactNode } from 'react';
import { careTypes, careTypeWords } from '../../../domain/facilities/care-types.ts';
import {
  careFacilityForm,
  type CareFacilityWords,
} from '../../../domain/inputs/organisation/care-facility.ts';
import { requestKeys } from '../../api/request-keys.ts';
import { useText } from '../../app/texts.tsx';
import { useCloseGuard } from '../../forms/unsaved/close-guard.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { FormSelectField } from '../../forms/more-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useSharedForm } from '../../forms/use-shared-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import type { ButtonState } from '../../ui/buttons/use-button-state.ts';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { DeleteFacilityDialog } from './delete-dialog.tsx';
import { addFacility, saveFacility, wordsOf, type Facility } from './facilities-api.ts';
import css from './facilities.module.css';

const saveWords = {
  pending: 'facilities.form.pending',
  complete: 'facilities.form.complete',
  error: 'facilities.form.failed',
} as const satisfies StateWords;

const nothing: CareFacilityWords = {
  provider_name: '',
  service_name: '',
  address: '',
  suburb: '',
  state: '',
  postcode: '',
  care_type: '',
};

/** Adds a care facility (FAC-02). */
export function AddFacilityDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [keyOf] = useState(() => requestKeys());
  const form = useZodForm<CareFacilityWords, CareFacilityWords>(careFacilityForm, nothing, 'new-facility');
  const { submit, state, problems } = useSubmit(
    form,
    (words: CareFacilityWords) => addFacility(words, keyOf(words)),
    {
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('success.facilitySaved'));
        onClose();
      },
    },
  );
  const { close, question } = useCloseGuard(form, onClose);
  return (
    <Modal open width={680} onClose={close} title={t('facilities.form.titleAdd')}>
      <Form form={form} onSubmit={submit} problems={problems} prefix="facility" className={css.form}>
        <FacilityFields />
        <Foot state={state} onClose={close} />
      </Form>
      {question}
    </Modal>
  );
}

/** Changes a care facility, or deletes it (FAC-02, FAC-03). Values saved by another person meanwhile are merged. */
export function EditFacilityDialog({ facility, onClose }: { facility: Facility; onClose: () => void }) {
  const t = useText();
  const [deletes, setDeletes] = useState(false);
  const { form, state, problems, submit } = useSharedForm(
    careFacilityForm,
    wordsOf(facility),
    async (words, version) => {
      const saved = await saveFacility(facility.id, words, version);
      showSnackbar(t('success.facilitySaved'));
      onClose();
      return saved;
    },
    facility.id,
    { texts: { 'not-found': 'error.facility.gone' } },
  );
  const { close, question } = useCloseGuard(form, onClose);
  return (
    <Modal open width={680} onClose={close} title={t('facilities.form.titleEdit')}>
      <Form form={form} onSubmit={submit} problems={problems} prefix="facility" className={css.form}>
        <FacilityFields />
        <Foot state={state} onClose={close}>
          <Button
            variant="text"
            icon="trash"
            aria-haspopup="dialog"
            off={state === 'pending'}
            onClick={() => setDeletes(true)}
          >
            {t('facilities.delete.button')}
          </Button>
        </Foot>
      </Form>
      {question}
      {deletes && (
        <DeleteFacilityDialog facility={facility} onClose={() => setDeletes(false)} onDeleted={onClose} />
      )}
    </Modal>
  );
}

type FootProps = { state: ButtonState; onClose: () => void; children?: ReactNode };

function Foot({ state, onClose, children }: FootProps) {
  const t = useText();
  return (
    <div className={`modalfoot ${css.foot}`}>
      <Button type="submit" state={state} words={saveWords} keepsRoom>
        {t('facilities.form.save')}
      </Button>
      <Button variant="two" off={state === 'pending'} onClick={onClose}>
        {t('common.cancel')}
      </Button>
      {children}
    </div>
  );
}

/** The seven fields of a facility (FAC-04). None is about the user, so autofill is off. */
function FacilityFields() {
  const t = useText();
  const optional = { optional: t('common.optional'), autoComplete: 'off' } as const;
  return (
    <>
      <FormTextField name="provider_name" label={t('facilities.col.provider')} autoComplete="off" required />
      <FormTextField name="service_name" label={t('facilities.col.service')} {...optional} />
      <FormTextField name="address" label={t('facilities.col.address')} {...optional} />
      <div className={css.place}>
        <FormTextField name="suburb" label={t('facilities.col.suburb')} {...optional} />
        <FormTextField name="state" label={t('facilities.col.state')} {...optional} />
        <FormTextField
          name="postcode"
          label={t('facilities.col.postcode')}
          inputMode="numeric"
          {...optional}
        />
      </div>
      <FormSelectField
        name="care_type"
        label={t('facilities.col.careType')}
        empty={t('facilities.form.careTypeNone')}
        choices={careTypes.map((type) => ({ value: type, label: t(careTypeWords[type]) }))}
        optional={t('common.optional')}
      />
    </>
  );
}
