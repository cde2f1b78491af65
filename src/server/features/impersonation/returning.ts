import type { Context } from '../../pipeline/context.ts';
import { findImpersonationByToken } from './store.ts';

/**
 * Returns the context of a staff member who returns with the token of a session in a customer's account, also when the hour is
 * over or the customer was suspended, when the token is valid for nothing else. Only for `returnToOwn`.
 */
export async function contextToReturn(context: Context, token: string): Promise<Context> {
  if (context.actor.kind !== 'visitor') return context;
  const acting = await findImpersonationByToken(context.services.db, token);
  if (!acting) return context;
  return {
    ...context,
    actor: {
      kind: 'person',
      userId: acting.customerId,
      role: 'user',
      providerId: null,
      flags: { can_manage_acp: false, can_manage_all: false, can_manage_user: false },
      actingStaffId: acting.staffId,
      secondStepDue: false,
      consentDue: false,
    },
    meta: { ...context.meta, sessionId: acting.id },
  };
}
