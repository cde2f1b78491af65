import { useCallback, useContext, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { dateOfIso } from '../../../../domain/fields.ts';
import { careLinkForm } from '../../../../domain/inputs/integrations/care-link.ts';
import { useText } from '../../../app/texts.tsx';
import { fieldMessage } from '../../../forms/errors/messages.ts';
import { fieldId, FormPrefix } from '../../../forms/form-fields.tsx';
import { FormCheckbox } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import ReferenceField from '../../../lists/reference/reference-field.tsx';
import type { Found } from '../../../lists/reference/reference-props.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from '../integrations.module.css';
import { findCandidates, link, type Candidate, type Resident } from '../residents-api.ts';
import { nameOr } from '../words.ts';
import { Compared } from './compared.tsx';

export type ResidentDialogProps = {
  providerId: string;
  resident: Resident;
  onChanged: () => void;
  onClose: () => void;
};

/** Finds customers who may be the resident, and keeps them, so that the selected one can be compared. */
function useCandidates(providerId: string, residentId: string, first: Candidate | null) {
  const known = useRef(new Map<string, Candidate>(first ? [[first.id, first]] : []));
  const find = useCallback(
    async (by: { words: string } | { id: string }): Promise<Found[]> => {
      const found =
        'id' in by
          ? [known.current.get(by.id)].filter((each) => each !== undefined)
          : await findCandidates(providerId, residentId, by.words);
      for (const each of found) known.current.set(each.id, each);
      return found.map((each) => ({
        id: each.id,
        name: nameOr(each, each.id),
        note: each.birth_date === null ? undefined : dateOfIso(each.birth_date),
      }));
    },
    [providerId, residentId],
  );
  return { find, candidateOf: (id: string) => known.current.get(id) };
}

/** The form that links the resident with the chosen customer. */
function useLinkForm({ providerId, resident, onChanged, onClose }: ResidentDialogProps) {
  const t = useText();
  const { find, candidateOf } = useCandidates(providerId, resident.resident_id, resident.customer);
  const form = useZodForm(
    careLinkForm,
    { user_id: resident.customer?.id ?? '', compared: false },
    `link-${resident.resident_id}`,
  );
  const customer = candidateOf(useWatch({ control: form.control, name: 'user_id' }));
  const names = {
    resident: nameOr(resident, resident.resident_id),
    customer: nameOr(customer ?? null, t('integrations.link.unknown')),
  };
  const submission = useSubmit(
    form,
    ({ user_id, compared }: { user_id: string; compared: boolean }) =>
      link(providerId, resident.resident_id, user_id, compared),
    {
      texts: { conflict: 'error.integration.linkedAlready', 'not-found': 'error.integration.residentGone' },
      resetMs: adminResetMs.save,
      onDone() {
        showSnackbar(t('integrations.link.done', names));
        onChanged();
        onClose();
      },
      onFailed({ code }) {
        if (code === 'conflict' || code === 'not-found') onChanged();
      },
    },
  );
  return { form, find, customer, names, ...submission };
}

/** Compares a resident with a customer, and links the two after the user has compared them. */
export function CompareDialog(props: ResidentDialogProps) {
  const t = useText();
  const { resident, onClose } = props;
  const [chooses, setChooses] = useState(resident.customer === null);
  const { form, find, customer, names, submit, state, problems } = useLinkForm(props);
  const title = customer
    ? t('integrations.link.title', names)
    : t('integrations.link.compareThem', { resident: names.resident });
  return (
    <Modal
      open
      width={680}
      onClose={onClose}
      title={<OwnWords>{title}</OwnWords>}
      lead={t('integrations.link.body')}
    >
      <Form form={form} onSubmit={submit} problems={problems} prefix="link" className={css.form}>
        {chooses && <CandidateField find={find} isSeveral={resident.match === 'several'} />}
        {customer && <Compared resident={resident} customer={customer} />}
        {!chooses && (
          <Button variant="text" className={css.otherCustomer} onClick={() => setChooses(true)}>
            {t('integrations.link.other')}
          </Button>
        )}
        <FormCheckbox name="compared" label={t('integrations.link.check')} required />
        <div className="modalfoot">
          <Button
            type="submit"
            state={state}
            words={{
              pending: 'integrations.link.linking',
              complete: 'integrations.match.linked',
              error: 'integrations.link.failed',
            }}
            keepsRoom
          >
            {t('integrations.link.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

type CandidateFieldProps = {
  find: (by: { words: string } | { id: string }) => Promise<Found[]>;
  /** Whether more than one customer matches. */
  isSeveral: boolean;
};

function CandidateField({ find, isSeveral }: CandidateFieldProps) {
  const t = useText();
  const { field, fieldState } = useController({ name: 'user_id' });
  const compared = useController({ name: 'compared' }).field;
  const value: unknown = field.value;
  return (
    <ReferenceField
      id={fieldId('user_id', useContext(FormPrefix))}
      label={t('integrations.link.choose')}
      hint={t(isSeveral ? 'integrations.link.severalHint' : 'integrations.link.chooseHint')}
      find={find}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(id) => {
        field.onChange(id ?? '');
        // The tick is about the two who were compared.
        compared.onChange(false);
      }}
      error={fieldMessage(t, fieldState.error)}
    />
  );
}
