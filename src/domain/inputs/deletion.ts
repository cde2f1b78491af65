import { deletionWord } from '../accounts/deletion.ts';
import { form, text } from './form.ts';
import { problem } from './field-errors.ts';

/** Form with the word that deletes an account, as typed, and the password once more. */
export const deletionForm = form(
  { confirm: text, password: text },
  ({ confirm, password }) => [
    ...problem('confirm', confirm.trim() === deletionWord ? undefined : 'settings.privacy.delete.type'),
    ...problem('password', password === '' ? 'field.password.required' : undefined),
  ],
  ({ confirm, password }) => ({ confirm: confirm.trim(), password }),
);
