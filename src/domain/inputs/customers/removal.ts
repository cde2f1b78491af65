import { badCharacter, isTooLong } from '../../typed-text/characters.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Maximum number of characters of the reason for a removal; the texts contain this number too. */
const removalReasonMax = 300;

/** Reason for removing a customer (D-62). The customer can read it. Empty if a program sends none. */
export const removalForm = form(
  { reason: text },
  ({ reason }) => {
    if (isTooLong(reason.trim(), removalReasonMax)) return problem('reason', 'error.removal.reasonLong');
    const character = badCharacter(reason, true);
    return character ? problem('reason', 'error.removal.reasonCharacter', { character }) : [];
  },
  ({ reason }) => ({ reason: reason.trim() }),
);
