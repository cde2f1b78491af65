import { isTooLong } from '../../typed-text/characters.ts';
import type { FieldError } from '../../errors.ts';
import { plainTextErrors } from '../account-fields.ts';
import { problem } from '../field-errors.ts';

/** Maximum number of characters of a customer's room or bed (N-09); the texts contain this number too. */
const roomMax = 20;

/** Returns a room or bed as it is stored, without surrounding and repeated blanks; empty for none. */
export const tidyRoom = (typed: string): string => typed.replaceAll(/\p{Zs}+/gu, ' ').trim();

/** Returns the errors of a customer's room or bed, which may be empty. */
export function roomErrors(typed: string): FieldError[] {
  const room = tidyRoom(typed);
  return isTooLong(room, roomMax)
    ? problem('room', 'error.customer.roomTooLong')
    : plainTextErrors('room', room, { label: 'field.name.room', max: roomMax });
}
