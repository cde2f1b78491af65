import * as z from 'zod/mini';
import { actingStaffOf, doneBy, togetherOf } from '../../../../domain/access/done-by.ts';
import { editContactForm } from '../../../../domain/contacts/contact-form.ts';
import { suggestionsAtMost } from '../../../../domain/contacts/request.ts';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { duplicateContact, refuseMoreOrOwn } from '../bounds/contact-bounds.ts';
import { lockOwner } from '../store.ts';
import * as store from './suggestion-store.ts';

/** Loads the contacts that staff suggested to the person and that are not answered yet (D-59). */
export const getContactSuggestions = operation({
  name: 'getContactSuggestions',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'contacts.read', subject: ownAccount },
  run: ({ subject, tx }) => store.findSuggestions(tx, subject.ownerId),
});

/**
 * Suggests a contact to the person whose account the staff member has opened (D-59), or beside whom the staff member is (N-08). The contact is not mailed and is shown only
 * to the person, who adds or dismisses it.
 * @throws AppError `invalid` at the fields; `duplicate_trusted_contact` at the address; `rate-limited`
 */
export const suggestTrustedContact = operation({
  name: 'suggestTrustedContact',
  kind: 'write',
  input: formInput(editContactForm(), { idempotency_key: idempotencyKey }),
  access: { action: 'contacts.suggest', subject: ownAccount },
  limit: async ({ subject }) => [{ counted: ['contact-suggest:account', subject.ownerId], counts: 'always' }],
  async run({ input, subject, actor, tx, now, emit, auditDetails, changedFields }) {
    const { idempotency_key: _, ...facts } = input;
    const user_id = subject.ownerId;
    const suggested_by = actingStaffOf(actor) ?? togetherOf(actor)?.staffId;
    if (suggested_by === undefined) throw new AppError('forbidden');
    refuseMoreOrOwn(await lockOwner(tx, user_id), facts.email);
    if ((await store.countSuggestions(tx, user_id)) >= suggestionsAtMost)
      refuseInvalid([
        { field: 'form', message: 'contacts.suggest.tooMany', params: { max: suggestionsAtMost } },
      ]);
    if (await store.hasContact(tx, user_id, facts.email)) throw duplicateContact();
    const id = await store.insertSuggestion(tx, { ...facts, user_id, suggested_by, suggested_at: now });
    if (id === null) {
      const fields = [{ field: 'email', message: 'contacts.suggest.duplicate' }] as const;
      throw new AppError('invalid', { fields });
    }
    const activity = { template: 'contactSuggested', userId: user_id, ...doneBy(actor), at: now } as const;
    await recordActivity(tx, activity, { contact: facts.name });
    emit('contact.suggested', { user_id, suggestion_id: id });
    auditDetails({ suggestion_id: id });
    changedFields(['suggested_contacts']);
    return id;
  },
});

/** Removes a suggested contact whom the person does not want to add. */
export const dismissContactSuggestion = operation({
  name: 'dismissContactSuggestion',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()) }),
  access: {
    action: 'contacts.change',
    subject: ({ id }, loading) => store.findSuggestionSubject(id, loading),
  },
  async run({ subject, tx, auditDetails }) {
    await store.deleteSuggestion(tx, subject.suggestionId);
    auditDetails({ suggestion_id: subject.suggestionId });
    return subject.suggestionId;
  },
});
