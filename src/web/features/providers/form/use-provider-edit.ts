import { useEffect, useRef, useState } from 'react';
import { dateOfIso, melbourneDate } from '../../../../domain/fields.ts';
import { providerForm, type ProviderWords } from '../../../../domain/inputs/organisation/provider-form.ts';
import { isRename } from '../../../../domain/inputs/organisation/provider.ts';
import { asApiError } from '../../../api/errors.ts';
import { useText } from '../../../app/texts.tsx';
import { formErrors } from '../../../forms/errors/form-errors.ts';
import { messageOf } from '../../../forms/errors/messages.ts';
import { useSharedForm } from '../../../forms/use-shared-form.ts';
import type { ZodForm } from '../../../forms/use-zod-form.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useConfirmed } from '../undo.ts';
import { changeProvider, transferContact, type ProviderForm } from './form-api.ts';

function wordsOf(provider: ProviderForm): ProviderWords {
  const { name, type, address, location, state, postcode, phone_number, email, external_id } = provider;
  const { government_id, subscription_id, subscription_start_date, trial_expiry_date } = provider;
  return {
    // In the order of the fields.
    ...{ name, type, external_id, address, location, state, postcode, phone_number, email },
    ...{ government_id, subscription_start_date, subscription_id, trial_expiry_date },
  };
}

/**
 * The form of a provider and its contact person. A change from one contact person to another must be confirmed: `send` then
 * only sets `asked`, the values to pass to `submit` after the confirmation. `onSaved` is called when everything is saved, and
 * `onUndone` after the Undo of a rename, also of one that was refused.
 */
export function useProviderEdit(
  provider: ProviderForm,
  { onSaved, onUndone }: { onSaved: () => void; onUndone: () => void },
) {
  const t = useText();
  const { id } = provider;
  // First values of the form, whatever is read meanwhile.
  const [first] = useState(() => ({ version: provider.version, values: wordsOf(provider) }));
  const [before] = useState(provider.contact);
  const [contact, setContact] = useState(before?.id ?? null);
  const [asked, setAsked] = useState<ProviderWords>();
  const lastSaved = useRef<{ version: number; values: ProviderWords }>(null);
  const confirmed = useConfirmed({ provider: first.values, onDone: onUndone });
  const isOther = contact !== null && contact !== (before?.id ?? null);

  async function save(words: ProviderWords, version: number) {
    const named = isOther && before === null ? contact : null;
    const saved = {
      version: await changeProvider(id, words, { version, contact_id: named }),
      values: words,
    };
    lastSaved.current = saved;
    return saved;
  }

  /** Confirms the save, with Undo if only the name changed. Undo names the version of the save, so it is refused after another change. */
  function confirmSaved() {
    const saved = lastSaved.current;
    if (isOther || saved === null || !isRename(first.values, saved.values))
      return confirmed(t(isOther && before ? 'success.saved' : 'success.providerSaved'), undefined);
    const names = { before: first.values.name, provider: saved.values.name };
    return confirmed(t('providers.renamed', names), () =>
      changeProvider(id, first.values, { version: saved.version, contact_id: null }),
    );
  }

  /** Only after the other values are saved: an error in one does not lose the other (PROV-26, ERR-35, ERR-36). */
  async function moveContact() {
    if (!isOther || before === null) return;
    try {
      await transferContact(before.id, contact);
    } catch (thrown) {
      const [problem] = formErrors(asApiError(thrown));
      if (problem) showSnackbar(messageOf(t, problem), 'problem');
      throw thrown;
    }
  }

  const { form, submit, state, problems } = useSharedForm(providerForm, first, save, id, {
    texts: { existingUser: ({ fields }) => fields },
    async onDone() {
      await moveContact();
      confirmSaved();
      onSaved();
    },
    onFailed: () => setAsked(undefined),
  });
  const send = (words: ProviderWords) => (isOther && before ? setAsked(words) : submit(words));
  return {
    form,
    first: first.values,
    before,
    contact,
    setContact,
    asked,
    setAsked,
    send,
    submit,
    state,
    problems,
  };
}

/** Sets the start to today when another payment plan is chosen, unless another day is entered (API-44). */
export function useDefaultStart(form: ZodForm<ProviderWords, ProviderWords>) {
  const subscription = form.watch('subscription_id');
  const known = useRef(subscription);
  useEffect(() => {
    if (subscription === known.current) return;
    known.current = subscription;
    if (subscription !== '') form.setValue('subscription_start_date', dateOfIso(melbourneDate(new Date())));
  }, [subscription, form]);
}
