import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { summaryKinds } from '../../../../domain/fhir/summaries/summary-kinds.ts';
import { standingOf } from '../../../../domain/plan/emergency/standing.ts';
import type { PlanDocument } from '../../../documents/plan/plan-document.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findCustomer } from '../../../pipeline/subjects.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { findPlanDocument, findPlanFhir, type FoundFhir } from '../../acp/api.ts';
import { findEmergencyPlanOf, readView, type EmergencyReading } from '../../emergency/api.ts';
import { findStoredFile, readableFile, type ReadableFile } from '../../files/api.ts';
import { notifyOfReading } from '../page/reading/record-reading.ts';
import { findHospitalState, findLastHanding, findPapersInForce, type Handing } from './store.ts';

/** A paper in force, with the day on which it was added. */
export type PaperInForce = { file: ReadableFile; addedAt: Date };

/** Everything that the PDF for an ambulance contains, as it was at one moment. */
export type HandoverContent = EmergencyReading & {
  room: string | null;
  house: string | null;
  handing: Handing;
  /** The signed plan in English; null without one. */
  plan: PlanDocument | null;
  papers: PaperInForce[];
  /** The signed plan for a summary in FHIR; null without one, and for the PDF. */
  fhir: FoundFhir | null;
};

/** How often the content is read again because the plan changed meanwhile. */
const triesAtMost = 3;

/**
 * Returns what the PDF for an ambulance contains: emergency facts, the plan in force and the papers in force, in English (N-14), or with
 * `as` what a summary in FHIR contains. Each making is recorded and announced like `openCustomerPlan`; without a plan or
 * documents nothing was opened, and the customer is not notified.
 * @throws AppError `not-found` if the customer is not in hospital, and for a summary without a plan that was signed here; `unavailable` if the plan keeps changing
 */
export const readHandover = operation({
  name: 'readHandover',
  kind: 'write',
  input: z.strictObject({
    user_id: z.string().check(z.uuid()),
    as: z.optional(z.enum(summaryKinds)),
  }),
  access: { action: 'customer.readPlan', subject: (input, loading) => findCustomer(input.user_id, loading) },
  async run(work): Promise<HandoverContent> {
    const { input, subject, tx, services, now, auditDetails } = work;
    const userId = subject.ownerId;
    const state = await findHospitalState(tx, userId);
    const handing = state?.kind === 'in' ? await findLastHanding(tx, services, userId) : null;
    if (!handing) throw new AppError('not-found');
    const content = await readAtOneMoment(tx, services, userId, now, input.as !== undefined);
    if (input.as !== undefined && !content.fhir) throw new AppError('not-found');
    const isPlan = content.view.standing !== 'none';
    auditDetails({
      handing_id: handing.id,
      plan: isPlan,
      papers: content.papers.length,
      ...(input.as && { as: input.as }),
    });
    if (isPlan) await notifyOfReading(work);
    const { room } = await tx
      .selectFrom('users')
      .select('room')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return { ...content, room, house: subject.provider_name, handing };
  },
});

type Content = Omit<HandoverContent, 'room' | 'house' | 'handing'>;

/**
 * Reads the plan, and reads it again if it changed between the statements: first page, plan and papers must be of one moment.
 * @throws AppError `unavailable` if it changed each time
 */
async function readAtOneMoment(
  tx: Tx,
  services: Services,
  userId: string,
  now: Date,
  withFhir: boolean,
): Promise<Content> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const before = await momentOf(tx, userId);
    const content = await readContent(tx, services, userId, now, withFhir);
    if ((await momentOf(tx, userId)) === before) return content;
  }
  throw new AppError('unavailable');
}

async function readContent(
  tx: Tx,
  services: Services,
  userId: string,
  now: Date,
  withFhir: boolean,
): Promise<Content> {
  const found = await findEmergencyPlanOf(tx, services, userId);
  if (!found) throw new AppError('not-found');
  const opened = { scanned: null, openedAt: now, closesAt: now, now };
  const reading = await readView(tx, services, found, { language: 'en', ...opened });
  const asked = { userId, version: null, language: 'en' } as const;
  const isSigned = standingOf(found.acp) === 'signed';
  const signed = isSigned ? await findPlanDocument(tx, services, now, asked) : null;
  const fhir =
    isSigned && withFhir
      ? await findPlanFhir(tx, services, now, { userId, version: null, withMedicare: false })
      : null;
  const papers: PaperInForce[] = [];
  for (const id of await findPapersInForce(tx, userId)) {
    const file = await findStoredFile(tx, id);
    if (file?.activated_timestamp)
      papers.push({ file: await readableFile(tx, services, file), addedAt: file.activated_timestamp });
  }
  // A plan that was signed in Chinese has the English text only: what the person wrote stays in their own words.
  return { ...reading, plan: signed && { ...signed.document, twin: null }, papers, fhir };
}

/** Returns a text that differs after each change of the plan and of the papers. */
async function momentOf(tx: Tx, userId: string): Promise<string> {
  const plan = await tx
    .selectFrom('acps')
    .select(['id', 'version', 'status', 'external', 'updated_at'])
    .where('user_id', '=', userId)
    .where('type', '=', 'active')
    .executeTakeFirst();
  return JSON.stringify([plan, await findPapersInForce(tx, userId)]);
}
