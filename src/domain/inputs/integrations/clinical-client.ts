import { readKeyText, type KeyProblem } from '../../clinical/public-keys.ts';
import type { FieldError } from '../../errors.ts';
import { shortTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Returns the field error of pasted keys. */
export const keyError = (found: KeyProblem): FieldError[] => problem('keys', `clinical.key.${found}`);

function keyErrors(keys: string): FieldError[] {
  const read = readKeyText(keys);
  return 'problem' in read ? keyError(read.problem) : [];
}

/** Form of a new clinical system: its name, and its public keys as text. A private key is refused here, before it is sent. */
export const clinicalClientForm = form(
  { name: text, keys: text },
  ({ name, keys }) => [...shortTextErrors('name', name, 'clinical.name.required'), ...keyErrors(keys)],
  ({ name, keys }) => ({ name: name.trim(), keys: keys.trim() }),
);

/** Form of more keys for a clinical system. */
export const clinicalKeyForm = form(
  { keys: text },
  ({ keys }) => keyErrors(keys),
  ({ keys }) => ({ keys: keys.trim() }),
);
