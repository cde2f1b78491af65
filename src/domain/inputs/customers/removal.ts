import { badCharacter, isTooLong } from '../../characters.ts';
import { form, problem, text } from '../form.ts';

/** Characters that the reason for a removal may have; the texts name the number too. */
const removalReasonMax = 300;

/** Why staff remove a customer (D-62). The customer reads it. Empty where a program gives none. */
export const removalForm = form(
  { reason: text },
  ({ reason }) => {
    if (isTooLong(reason.trim(), removalReasonMax)) return problem('reason', 'error.removal.reasonLong');
    const character = badCharacter(reason, true);
    return character ? problem('reason', 'error.removal.reasonCharacter', { character }) : [];
  },
  ({ reason }) => ({ reason: reason.trim() }),
);
