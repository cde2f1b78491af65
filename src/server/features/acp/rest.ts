import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import type { Context } from '../../pipeline/context.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import type { FoundDocument } from './document/plan-document.ts';
import { getPlanDocument } from './document/plan-pdf-operation.ts';
import { fhirFile } from './fhir/fhir-facts.ts';
import { getPlanFhir } from './fhir/plan-fhir-operation.ts';

type Query = { version?: string; language?: string; for?: string };

/**
 * One process typesets all documents, so no person can fill its queue. A person who prints needs one, or one in each language.
 */
const ofPerson = personLimit({ atOnce: 2, waitingAtMost: 2, inMinute: 20 });

/** The limit with a card and its PIN, separate from the owner's: one card does not delay another. */
const ofCard = personLimit({ atOnce: 2, waitingAtMost: 6 });

/** @throws AppError `not-found` for a version that is not a number */
function versionIn({ version }: Query): number | null {
  if (version === undefined) return null;
  if (!Number.isSafeInteger(Number(version))) throw new AppError('not-found');
  return Number(version);
}

/** Runs a read in a context that it chooses. */
type ReadFrom = (read: (context: Context) => Promise<FoundDocument>) => Promise<FoundDocument>;

/**
 * Sends a plan as a PDF to download: never shown inside the browser's page, never cached.
 * @param readFrom chooses the context in which the plan is read, such as that of another database
 */
export async function sendPlanPdf(
  reply: FastifyReply,
  context: Context,
  userId: string,
  query: Query,
  readFrom: ReadFrom = (read) => read(context),
): Promise<FastifyReply> {
  const version = versionIn(query);
  const language = query.language === 'en' || query.language === 'zh' ? query.language : null;
  const asked = { user_id: userId, version, language, for_health_record: query.for === 'health-record' };
  const make = async (urgent: boolean) => {
    const { document, ...names } = await readFrom((from) => getPlanDocument.call(from, asked));
    return { names, pdf: await context.services.makePdf(document, { urgent }) };
  };
  // With the card and its PIN, the reader may be at a bedside.
  const urgent = context.actor.kind === 'emergency';
  const asker = context.actor.kind === 'contact' ? context.actor.contactId : userId;
  const { names, pdf } = await (urgent ? ofCard : ofPerson)(asker, () => make(urgent));
  return sendPdf(reply, names, pdf);
}

/** Sends a plan as a FHIR document to download, with its PDF inside: never cached. */
export async function sendPlanFhir(
  reply: FastifyReply,
  context: Context,
  userId: string,
  query: Pick<Query, 'version'>,
): Promise<FastifyReply> {
  const asked = { user_id: userId, version: versionIn(query) };
  const asker = context.actor.kind === 'contact' ? context.actor.contactId : userId;
  const { found, pdf } = await ofPerson(asker, async () => {
    const plan = await getPlanFhir.call(context, asked);
    return { found: plan, pdf: await context.services.makePdf(plan.document, { urgent: false }) };
  });
  return asDownload(reply, found, 'application/fhir+json').send(Buffer.from(fhirFile(found, pdf)));
}

/** Sends a document that was already loaded, for the staff member with this id. */
export async function sendStaffPdf(
  reply: FastifyReply,
  { services }: Pick<Context, 'services'>,
  staffId: string,
  read: () => Promise<FoundDocument>,
): Promise<FastifyReply> {
  const { names, pdf } = await ofPerson(staffId, async () => {
    const { document, ...found } = await read();
    return { names: found, pdf: await services.makePdf(document, { urgent: false }) };
  });
  return sendPdf(reply, names, pdf);
}

type Names = { fileName: string; plainName: string };

/** Sets the headers of a download that no cache stores. */
const asDownload = (reply: FastifyReply, names: Names, type: string): FastifyReply =>
  reply.headers({
    'content-type': type,
    'content-disposition': contentDisposition(names),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });

const sendPdf = (reply: FastifyReply, names: Names, pdf: Uint8Array): FastifyReply =>
  asDownload(reply, names, 'application/pdf').send(Buffer.from(pdf));

/** RFC 6266: a plain name for old browsers, the real one for the others. */
function contentDisposition({ fileName, plainName }: Names): string {
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

export function registerPlanRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: Query }>('/api/acp/plan.pdf', async (request, reply) => {
    const { actor } = request.wattle;
    if (actor.kind !== 'person') throw new AppError('unauthenticated');
    return sendPlanPdf(reply, request.wattle, actor.userId, request.query);
  });
  app.get<{ Querystring: Query }>('/api/acp/plan.fhir.json', async (request, reply) => {
    const { actor } = request.wattle;
    if (actor.kind !== 'person') throw new AppError('unauthenticated');
    return sendPlanFhir(reply, request.wattle, actor.userId, request.query);
  });
}
