import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import type { Context } from '../../pipeline/context.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import type { FoundDocument } from './document/plan-document.ts';
import { getPlanDocument } from './document/plan-pdf-operation.ts';

type Query = { version?: string; language?: string };

/**
 * One process typesets all documents, so no person can fill its queue. A person who prints needs one, or one in each language.
 */
const ofPerson = personLimit({ atOnce: 2, waitingAtMost: 2, inMinute: 20 });

/** The limit with a card and its PIN, separate from the owner's: one card does not delay another. */
const ofCard = personLimit({ atOnce: 2, waitingAtMost: 6 });

/** Sends a plan as a PDF to download: never shown inside the browser's page, never cached. */
export async function sendPlanPdf(
  reply: FastifyReply,
  context: Context,
  userId: string,
  query: Query,
): Promise<FastifyReply> {
  const version = query.version === undefined ? null : Number(query.version);
  if (version !== null && !Number.isSafeInteger(version)) throw new AppError('not-found');
  const language = query.language === 'en' || query.language === 'zh' ? query.language : null;
  const asked = { user_id: userId, version, language };
  const make = async (urgent: boolean) => {
    const { document, ...names } = await getPlanDocument.call(context, asked);
    return { names, pdf: await context.services.makePdf(document, { urgent }) };
  };
  // With the card and its PIN, the reader may be at a bedside.
  const urgent = context.actor.kind === 'emergency';
  const asker = context.actor.kind === 'contact' ? context.actor.contactId : userId;
  const { names, pdf } = await (urgent ? ofCard : ofPerson)(asker, () => make(urgent));
  return sendPdf(reply, names, pdf);
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

const sendPdf = (
  reply: FastifyReply,
  names: { fileName: string; plainName: string },
  pdf: Uint8Array,
): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(names),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(Buffer.from(pdf));

/** RFC 6266: a plain name for old browsers, the real one for the others. */
function contentDisposition({ fileName, plainName }: { fileName: string; plainName: string }): string {
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}

export function registerPlanRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: Query }>('/api/acp/plan.pdf', async (request, reply) => {
    const { actor } = request.wattle;
    if (actor.kind !== 'person') throw new AppError('unauthenticated');
    return sendPlanPdf(reply, request.wattle, actor.userId, request.query);
  });
}
