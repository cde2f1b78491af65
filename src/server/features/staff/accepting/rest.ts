import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../pipeline/context.ts';
import '../../../http/request-context.ts';
import { signedInAnswer } from '../../sign-in/api.ts';
import { acceptStaffInvitation, readStaffInvitation } from './operations.ts';

/** Registers the routes for the page of an invitation to the staff: reading and accepting it. */
export function registerStaffInvitationRoutes(app: FastifyInstance, { config }: Services): void {
  app.post('/api/auth/staff-invitation', async (request) => ({
    ok: true,
    ...(await readStaffInvitation.call(request.wattle, request.body)),
  }));

  app.post('/api/auth/accept-staff-invitation', async (request, reply) =>
    signedInAnswer(reply, config, await acceptStaffInvitation.call(request.wattle, request.body)),
  );
}
