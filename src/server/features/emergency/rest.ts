import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { errorSummary, isHangUp } from '../../graphql/errors.ts';
import { isFromAnotherSite } from '../../http/protection/headers.ts';
import { readPin } from '../../pages/emergency/pin-page.ts';
import type { Services } from '../../pipeline/context.ts';
import { concurrencyByKey } from '../../pipeline/limits/concurrency-by-key.ts';
import { networkOf } from '../../pipeline/limits/limit.ts';
import { readWithin } from '../../pipeline/limits/maximum-duration.ts';
import { sendPlanPdf } from '../acp/api.ts';
import { sendFile } from '../files/api.ts';
import { createCardReads, type CardReads } from './card-reads.ts';
import { createDatabaseClock } from './database-clock.ts';
import { createOpeningRecorder, type OpeningRecorder } from './openings/record-openings.ts';
import { readEmergencyFile } from './operations.ts';
import { createPinChecker, type PinChecker } from './pin/pin-check.ts';
import {
  createCardReplies,
  nullIfNotFound,
  queryOf,
  readingFrom,
  readingMs,
  type CardReplies,
} from './replies.ts';
import type { CardRequest, CardRoute } from './replies.ts';
import { findCard } from './store.ts';

type FileRoute = { Params: { shareId: string; fileId: string }; Querystring: { language?: string } };
type FileRequest = FastifyRequest<FileRoute>;
type Handler<Request> = (request: Request, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Requests of one network that run at the same time, and that may wait. All share a few database connections: many requests
 * from one network must not queue ahead of readers from other networks.
 */
const pageConcurrency = { atOnce: 20, waitingAtMost: 100 };

/** Files take as long as their reader's connection, so they have a limit of their own and delay no page. */
const fileConcurrency = { atOnce: 10, waitingAtMost: 40 };

/** Dependencies that the handlers of the emergency page share. */
type CardPages = {
  services: Services;
  reads: CardReads;
  replies: CardReplies;
  checker: PinChecker;
  openings: OpeningRecorder;
};

/** Checks the PIN that was typed, records the opening and redirects to the plan. */
const takePin =
  ({ services, replies, checker, openings }: CardPages): Handler<CardRequest> =>
  async (request, reply) => {
    // A form on another site could use up the card's guesses, or open plans in a browser unasked.
    if (isFromAnotherSite(request, services.config)) return replies.askPin(request, reply, null, 403);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (form.has('close')) return replies.closePlan(request, reply);
    const typed = readPin(form.get('pin') ?? '');
    if ('problem' in typed) return replies.askPin(request, reply, typed.problem);
    const { shareId } = request.params;
    const checked = await checker.check({
      ...{ shareId, address: request.ip, pin: typed.pin, requestId: request.id },
    });
    if ('kind' in checked) return replies.askPin(request, reply, checked);
    const openedAt = services.clock();
    const { version, source = 'card' } = queryOf(request);
    await openings.record({
      ...{ userId: checked.userId, at: openedAt, requestId: request.id },
      ...(version !== undefined && { scanned: { version, source } }),
    });
    return replies.redirectToPlan(request, reply, checked.userId, openedAt);
  };

/** Sends a file that the open page lists, while the plan stays open. It is sent also when the database cannot write. */
const sendPaper =
  ({ services, replies, openings }: CardPages): Handler<FileRequest> =>
  async (request, reply) => {
    const openPlan = () => {
      const opening = replies.openingOf(request);
      return opening?.state === 'open' ? opening : null;
    };
    const opening = openPlan();
    if (!opening) return replies.askPin(request, reply, { kind: 'closed' });
    const { shareId: share_id, fileId: file_id } = request.params;
    const context = replies.contextOf(request, { kind: 'emergency', userId: opening.userId });
    const read = () => readEmergencyFile.call(context, { share_id, file_id });
    const file = await readWithin(readingMs, read).catch(nullIfNotFound);
    if (!file) return replies.askPin(request, reply, { kind: 'closed' });
    const { userId } = opening;
    await openings.record({ userId, at: services.clock(), fileId: file.id, requestId: request.id });
    const stillAllowed = async () =>
      openPlan() !== null &&
      (await read().then(
        () => true,
        () => false,
      ));
    const sending = { disposition: 'attachment', stillAllowed } as const;
    return sendFile(request, reply.header('referrer-policy', 'no-referrer'), services, file, sending);
  };

const sendPdf =
  ({ services, reads, replies }: CardPages): Handler<CardRequest> =>
  async (request, reply) => {
    const isOpen = replies.openingOf(request)?.state === 'open';
    const asked = { withinMs: readingMs, kind: 'pdf' } as const;
    const card = isOpen
      ? await reads.read({
          ...asked,
          read: (db) => findCard(db, services, request.params.shareId),
          ownerOf: (found) => found?.userId ?? null,
        })
      : null;
    if (!card) return replies.askPin(request, reply, { kind: 'closed' });
    const { language } = request.query;
    const context = replies.contextOf(request, { kind: 'emergency', userId: card.userId });
    return sendPlanPdf(
      reply.header('referrer-policy', 'no-referrer'),
      context,
      card.userId,
      language === undefined ? {} : { language },
      services.replica &&
        ((read) =>
          reads.read({
            ...asked,
            read: (db) => read(readingFrom(context, db)),
            ownerOf: () => card.userId,
          })),
    );
  };

const showPage =
  ({ replies }: CardPages): Handler<CardRequest> =>
  async (request, reply) => {
    const opening = replies.openingOf(request);
    if (opening?.state === 'open') return replies.showPlan(request, reply, opening);
    return replies.askPin(request, reply, opening ? { kind: 'closed' } : null);
  };

/**
 * Registers the emergency page: GET shows the PIN form or the open plan, POST checks a PIN. It has no script and no account session,
 * and its own database connections.
 */
export function registerEmergencyRoutes(app: FastifyInstance, all: Services): void {
  const clock = createDatabaseClock(all.emergencyDb, all.clock);
  const services: Services = { ...all, db: all.emergencyDb, clock: clock.now };
  app.addHook('onReady', clock.compare);
  const reads = createCardReads(services);
  const checker = createPinChecker(services, (details, message) => app.log.warn(details, message), reads);
  const openings = createOpeningRecorder(services, { gate: checker.gate, reads }, (details, message) =>
    app.log.error(details, message),
  );
  // Only the installation in use records openings from files; a copy of the database leaves them.
  app.addHook('onReady', async () => void services.whenInUse.then(openings.load));
  app.addHook('onClose', openings.close);
  app.addHook('onClose', checker.close);
  const replies = createCardReplies(services, reads);
  const pages: CardPages = { services, reads, replies, checker, openings };
  void app.register(async (routes) => addRoutes(routes, pages));
}

function addRoutes(routes: FastifyInstance, pages: CardPages): void {
  const { askPin } = pages.replies;
  const ofPage = concurrencyByKey(pageConcurrency);
  const ofFile = concurrencyByKey(fileConcurrency);

  /** Answers every failure with a page of instructions, never with JSON. */
  const withPage =
    <Request extends CardRequest>(limit: typeof ofPage, handler: Handler<Request>): Handler<Request> =>
    async (request, reply) => {
      try {
        return await limit(networkOf(request.ip), () => handler(request, reply));
      } catch (error) {
        if (!(error instanceof AppError))
          request.log.error({ err: errorSummary(error) }, 'the emergency page failed');
        return askPin(request, reply, { kind: 'down' });
      }
    };

  routes.setErrorHandler((error, request, reply) => {
    const isLimit = error instanceof AppError && error.code === 'rate-limited';
    if (!(error instanceof AppError) && !isHangUp(error))
      request.log.error({ err: errorSummary(error) }, 'the emergency page failed');
    return askPin(request as CardRequest, reply, isLimit ? { kind: 'wait', seconds: 60 } : { kind: 'down' });
  });
  routes.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2_000 },
    (_, body, done) => done(null, new URLSearchParams(String(body))),
  );
  routes.get<CardRoute>('/acp-login/:shareId', withPage(ofPage, showPage(pages)));
  routes.post<CardRoute>('/acp-login/:shareId', withPage(ofPage, takePin(pages)));
  routes.get<FileRoute>('/acp-login/:shareId/files/:fileId', withPage(ofFile, sendPaper(pages)));
  routes.get<CardRoute>('/acp-login/:shareId/plan.pdf', withPage(ofPage, sendPdf(pages)));
}
