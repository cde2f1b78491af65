import * as z from 'zod/mini';
import { formInput, text } from '../../../../domain/inputs/form.ts';
import { acceptInvitationRequest } from '../../../../domain/inputs/sign-in/accept-invitation.ts';
import { hashPassword, isCommonPassword } from '../../../pipeline/passwords/passwords.ts';
import type { Tries } from '../../../pipeline/limits/limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { startSignedInSession, type SignedIn } from '../../sign-in/api.ts';
import { badInvitation, readInvitation } from './invitation.ts';

const tokenTries = ({ meta }: { meta: { address: string } }): Tries => [
  { counted: ['token:address', meta.address], counts: 'unless-success' },
];

/**
 * Returns the content of an invitation to the staff: the inviting provider, and the role.
 * @throws AppError `invalid` at `token` with the text of the reason; `rate-limited`
 */
export const readStaffInvitation = operation({
  name: 'readStaffInvitation',
  kind: 'read',
  input: z.strictObject({ token: text }),
  access: { action: 'account.readSession', subject: nothing },
  limit: async (asked) => tokenTries(asked),
  async run(work) {
    const { email, first_name, provider, permission_role_id, job, isContact } = await readInvitation(
      work,
      work.input.token,
    );
    return { email, first_name, provider, permission_role_id, job, is_contact: isContact };
  },
});

/**
 * Accepts an invitation with a new password, once, and signs the person in, because the link proves that the address is theirs. A
 * second step and the agreements are then required as for all staff.
 * @throws AppError `invalid` at `token` and `password`; `rate-limited`
 */
export const acceptStaffInvitation = operation({
  name: 'acceptStaffInvitation',
  kind: 'write',
  input: formInput(acceptInvitationRequest(isCommonPassword)),
  access: { action: 'account.signUp', subject: nothing },
  limit: async (asked) => tokenTries(asked),
  prepare: {
    async run({ input, services }) {
      // Checks the link first, so that an invalid one costs no hashing.
      await readInvitation({ tx: services.db, services, now: services.clock() }, input.token);
      return hashPassword(input.password);
    },
  },
  async run(work): Promise<SignedIn> {
    const { input, prepared, tx, now, auditDetails, emit } = work;
    const { userId, invitationId, role } = await readInvitation(work, input.token);
    const accepted = await tx
      .updateTable('users')
      .set({
        status: 'active',
        password_hash: prepared,
        password_changed_at: now,
        email_verified_at: now,
        invite_accepted_date: now,
        invitation_id: null,
        language: input.language,
        updated_at: now,
      })
      .where('id', '=', userId)
      .where('status', '=', 'invited')
      .where('invitation_id', '=', invitationId)
      .executeTakeFirst();
    // Another call accepted it, or sent a new one, at the same moment.
    if (accepted.numUpdatedRows !== 1n) {
      await readInvitation(work, input.token);
      throw badInvitation('error.signup.tokenUsed');
    }
    auditDetails({}, userId);
    emit('staff.joined', { user_id: userId });
    return startSignedInSession(work, { id: userId, role });
  },
});
