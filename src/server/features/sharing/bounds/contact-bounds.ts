import { contactsAtMost } from '../../../../domain/contacts/request.ts';
import { AppError, refuseInvalid, type FieldError } from '../../../../domain/errors.ts';

/** Refuses more contacts than a person can have, and the person's own address. @throws AppError `invalid` */
export function refuseMoreOrOwn(owner: { email: string; contacts: number }, email: string): void {
  const errors: FieldError[] = [];
  if (owner.email === email) errors.push({ field: 'email', message: 'contact.email.error.own' });
  if (owner.contacts >= contactsAtMost)
    errors.push({ field: 'form', message: 'contact.tooMany', params: { max: contactsAtMost } });
  refuseInvalid(errors);
}

/** Returns the error for an address that one of the person's contacts has. */
export const duplicateContact = (): AppError =>
  new AppError('duplicate_trusted_contact', {
    fields: [{ field: 'email', message: 'error.duplicate_trusted_contact' }],
  });
