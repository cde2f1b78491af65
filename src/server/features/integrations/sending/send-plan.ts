import { AppError } from '../../../../domain/errors.ts';
import { sendingStep } from '../../../../domain/integrations/sending.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import type { Services } from '../../../pipeline/context.ts';
import { CareError, type CareFailure } from '../../../ports/residential-care/port.ts';
import { findPlanDocument } from '../../acp/api.ts';
import { openConnection, type OpenConnection } from '../connection/connected.ts';
import { endLease, findSending, renewLease, takeLease, type Lease, type Sending } from './sending-store.ts';

/**
 * Outcome of an attempt to bring the system up to date: the link is gone, another sender is working on it, nothing is due, or the
 * system was called. The caller records the outcome of a call with `recordAttempt`.
 */
export type Attempt =
  | { did: 'gone' | 'busy' }
  | { did: 'same' | 'locked' | 'noPlan'; sending: Sending }
  | {
      did: 'call';
      sending: Sending;
      step: 'send' | 'withdraw';
      lease: Lease;
      failure: CareFailure | null;
      connection: OpenConnection;
    };

/** Returns the kind of failure of a call, and rethrows every other error. */
export function careFailure(error: unknown): CareFailure {
  if (error instanceof CareError) return error.kind;
  throw error;
}

/**
 * Makes the PDF of the version in force; null if it was replaced meanwhile, `failed` if it cannot be made.
 * @throws AppError `unavailable` when too many documents wait
 */
async function pdfOf(services: Services, { userId, plan }: Sending): Promise<Uint8Array | 'failed' | null> {
  const asked = { userId, version: plan?.planVersion ?? null, language: null };
  try {
    const found = await findPlanDocument(services.db, services, services.clock(), asked);
    return found && (await services.makePdf(found.document));
  } catch (error) {
    if (error instanceof AppError) throw error;
    return 'failed';
  }
}

type Called = { sending: Sending; connection: OpenConnection };

const withdraw = ({ residentialCare }: Services, { sending, connection }: Called, documentId: string) =>
  residentialCare.withdrawPlan(connection, sending.residentId, documentId).then(() => null, careFailure);

function send(
  { residentialCare }: Services,
  { sending, connection }: Called,
  plan: NonNullable<Sending['plan']>,
  pdf: Uint8Array,
): Promise<CareFailure | null> {
  const { signed, changed = signed } = signedDays(plan);
  const sent = { documentId: plan.id, planVersion: plan.planVersion, signedOn: changed, pdf };
  return residentialCare.sendPlan(connection, sending.residentId, sent).then(() => null, careFailure);
}

/**
 * Brings the system's copy of a linked resident's plan up to date: sends it, or marks it as withdrawn. Only one sender at a time
 * does that for a link, and the plan is read after it got the right, so an older version never replaces a newer one. A sender that
 * dies leaves a mark, after which the plan is sent again.
 * @throws AppError `unavailable` when no PDF can be made now
 */
export async function attemptSending(services: Services, linkId: string): Promise<Attempt> {
  const { db } = services;
  const before = await findSending(db, { linkId });
  if (!before) return { did: 'gone' };
  const step = sendingStep(before.plan, before.there);
  if (step !== 'send' && step !== 'withdraw') return { did: step, sending: before };
  const lease = await takeLease(db, linkId);
  if (!lease) return { did: 'busy' };
  let isCalled = false;
  try {
    const attempt = await withLease(services, linkId, lease);
    isCalled = attempt.did === 'call';
    return attempt;
  } finally {
    // Does nothing once the lease was renewed for the call: its outcome may be unknown then.
    if (!isCalled) await endLease(db, linkId, lease, lease.isUnsure);
  }
}

async function withLease(services: Services, linkId: string, lease: Lease): Promise<Attempt> {
  const { db } = services;
  const found = await findSending(db, { linkId });
  const connection = found && (await openConnection(services, found.integrationId));
  if (!found || !connection) return { did: 'gone' };
  const sending = { ...found, there: { ...found.there, isUnsure: lease.isUnsure } };
  const { plan } = sending;
  const step = sendingStep(plan, sending.there);
  if (step !== 'send' && step !== 'withdraw') return { did: step, sending };
  const pdf = step === 'send' ? await pdfOf(services, sending) : null;
  if (pdf === 'failed') return { did: 'call', sending, step, lease, connection, failure: 'unexpected' };
  // A newer version replaced it, or the link was removed, meanwhile: the caller tries again.
  if (step === 'send' && !pdf) return { did: 'busy' };
  const renewed = await renewLease(db, linkId, lease);
  if (!renewed) return { did: 'busy' };
  const called = { sending, connection };
  const failure =
    pdf && plan
      ? await send(services, called, plan, pdf)
      : await withdraw(services, called, plan?.id ?? sending.userId);
  return { did: 'call', sending, step, lease: renewed, connection, failure };
}
