import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { readPasscode } from '../../../../domain/health-links/passcode.ts';
import { saidText } from '../../../../domain/health-links/said.ts';
import { findPlanFhir } from '../../acp/api.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findReader } from '../store.ts';
import { checkPasscode } from './passcode-check.ts';
import { claimMail, findOpenLinkById, insertOpening, isStillOpen } from './opening-store.ts';
import { readTicket } from './ticket.ts';

/** Returns the version in force for a reader: without the Medicare number (security 37). Null while nothing is signed. */
const planFor = (tx: Tx, services: Services, now: Date, userId: string) =>
  findPlanFhir(tx, services, now, { userId, version: null, withMedicare: false });

/**
 * Opens a plan with a link and its passcode: records the opening, and notifies the owner, in the app each time, by mail at most once
 * in a quarter of an hour for a link. Returns the plan in force, without its PDF.
 * @throws AppError `not-found` for a link that does not open, and while nothing is signed; `unauthenticated` with `remainingAttempts`
 *   for a wrong passcode; `rate-limited`
 */
export const openHealthLink = operation({
  name: 'openHealthLink',
  kind: 'write',
  input: z.strictObject({
    id: z.string().check(z.maxLength(100)),
    passcode: z.string(),
    recipient: z.string(),
  }),
  access: { action: 'healthLink.open', subject: nothing },
  prepare: {
    run: ({ input, services, consume }) =>
      checkPasscode(services, { id: input.id, passcode: readPasscode(input.passcode) }, consume),
  },
  async run({ input, prepared, tx, services, now, emit, auditDetails, refuse }) {
    const { link } = prepared;
    const { id: linkId, userId } = link;
    auditDetails({ link_id: linkId }, userId);
    if (!prepared.isRight) {
      if (prepared.left === 0) emit('health-link.closed', { user_id: userId, link_id: linkId });
      const details = { remainingAttempts: prepared.left };
      return refuse(new AppError('unauthenticated', { details }), { left: prepared.left });
    }
    if (!(await isStillOpen(tx, linkId, now))) throw new AppError('not-found');
    const plan = await planFor(tx, services, now, userId);
    if (!plan) throw new AppError('not-found');
    const [openingId, said] = [randomUUID(), saidText(input.recipient)];
    const planVersion = plan.facts.version;
    const opening = { id: openingId, linkId, userId, planVersion, said, at: now };
    await insertOpening(tx, services.keyring, opening);
    const reader = (await findReader(tx, services.keyring, linkId)) ?? '';
    const activity = { template: 'HEALTH_LINK_OPENED', userId, actorId: null, at: now } as const;
    await recordActivity(tx, activity, { reader, said });
    const isMailDue = await claimMail(tx, linkId);
    emit('health-link.opened', {
      ...{ user_id: userId, link_id: linkId, opening_id: openingId, at: now.toISOString() },
      ...(!isMailDue && { no_mail: true }),
    });
    auditDetails({ plan_version: planVersion });
    return { link, plan };
  },
});

/**
 * Returns the plan in force for a reader with the ticket of an opening, while the link still opens.
 * @throws AppError `not-found` for any other ticket or link, and while nothing is signed
 */
export const readHealthLinkDocument = operation({
  name: 'readHealthLinkDocument',
  kind: 'read',
  input: z.strictObject({ ticket: z.string().check(z.maxLength(200)) }),
  access: { action: 'healthLink.open', subject: nothing },
  async run({ input, tx, services, now }) {
    const linkId = readTicket(services.secrets, input.ticket, now);
    const link = linkId === null ? null : await findOpenLinkById(tx, services.keyring, linkId, now);
    const plan = link && (await planFor(tx, services, now, link.userId));
    if (!link || !plan) throw new AppError('not-found');
    return { link, plan };
  },
});
