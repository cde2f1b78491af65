import { deletionWord } from '../deletion.ts';
import { form, problem, text } from './form.ts';

/** The word that deletes an account, as it was typed. */
export const deletionForm = form(
  { confirm: text },
  ({ confirm }) =>
    problem('confirm', confirm.trim() === deletionWord ? undefined : 'settings.privacy.delete.type'),
  ({ confirm }) => ({ confirm: confirm.trim() }),
);
