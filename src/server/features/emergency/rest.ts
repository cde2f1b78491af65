import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { Context, Services } from '../../pipeline/context.ts';
import { errorSummary, isHangUp } from '../../graphql/errors.ts';
import { isFromAnotherSite } from '../../http/headers.ts';
import { emergencyHeaders, readEmergencyQuery } from '../../pages/emergency/layout.ts';
import { pinPage, readPin, statusOfPin, type PinProblem } from '../../pages/emergency/pin-page.ts';
import { unsignedPage } from '../../pages/emergency/unsigned-page.ts';
import { planPage } from '../../pages/emergency/plan-page.ts';
import { sendPlanPdf } from '../acp/api.ts';
import { sendFile } from '../files/api.ts';
import { openEmergency, readEmergency, readEmergencyFile, recordEmergencyFile } from './operations.ts';
import { openingCookie, openingCookieName, openingValue, readOpening, type Opening } from './opening.ts';
import { atMost, readWithin } from '../../pipeline/limits/maximum-duration.ts';
import { createDatabaseClock } from './database-clock.ts';
import { createLateOpenings } from './late-openings.ts';
import { newOpening, openingsFolder, type Opening as PlanOpening } from './openings-folder.ts';
import { createPinChecker, isUnavailable } from './pin-check.ts';
import { concurrencyByKey } from '../../pipeline/limits/concurrency-by-key.ts';
import { networkOf } from '../../pipeline/limits/limit.ts';
import { findCard } from './store.ts';

type CardRoute = { Params: { shareId: string }; Querystring: { language?: string } };
type CardRequest = FastifyRequest<CardRoute>;
type FileRoute = { Params: { shareId: string; fileId: string }; Querystring: { language?: string } };
type FileRequest = FastifyRequest<FileRoute>;

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

/** Timeout for recording the opening, in milliseconds. */
const recordingMilliseconds = 700;

/** Timeout for reading a plan, in milliseconds: then the reader gets the page with the help desk's number. */
const readingMilliseconds = 2_500;

/**
 * Limits of concurrent and waiting requests of one network. All share a few database connections: a flood from one place must not
 * delay readers from other places.
 */
const ofOneNetwork = { atOnce: 20, waitingAtMost: 100 };

/** Papers are sent for as long as their reader takes, with a separate limit: none delays a plan. */
const papersOfOneNetwork = { atOnce: 10, waitingAtMost: 40 };

/** Returns null if the owner renewed the card, or removed the plan, since it was opened; throws every other error. */
function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}

/**
 * Registers the emergency page: GET shows the PIN form or the open plan, POST checks a PIN. No script, no account session, and
 * separate database connections.
 */
export function registerEmergencyRoutes(app: FastifyInstance, all: Services): void {
  const clock = createDatabaseClock(all.emergencyDb, all.clock);
  const services: Services = { ...all, db: all.emergencyDb, clock: clock.now };
  app.addHook('onReady', clock.compare);
  const secure = services.config.publicUrl.startsWith('https://');
  const checker = createPinChecker(services, (details, message) => app.log.warn(details, message));
  const fairly = concurrencyByKey(ofOneNetwork);
  const papersFairly = concurrencyByKey(papersOfOneNetwork);

  const contextOf = (request: FastifyRequest, actor: Actor): Context => ({
    services,
    actor,
    meta: { requestId: request.id, address: request.ip, userAgent: null, language: 'en', sessionId: null },
  });
  const queryOf = (request: FastifyRequest) =>
    readEmergencyQuery(new URL(request.url, 'http://page').searchParams);
  const openingOf = (request: CardRequest): Opening =>
    readOpening(
      services.secrets,
      request.params.shareId,
      request.cookies[openingCookieName(secure)],
      services.clock(),
    );

  function askPin(
    request: CardRequest,
    reply: FastifyReply,
    problem: PinProblem | null,
    status = statusOfPin(problem),
  ): FastifyReply {
    const query = queryOf(request);
    const page = pinPage({
      t: translators[query.language],
      query,
      problem,
      helpPhone: services.config.help.phone,
    });
    if (problem && 'seconds' in problem && problem.seconds > 0) reply.header('retry-after', problem.seconds);
    return reply.code(status).headers(emergencyHeaders()).send(page);
  }

  function closePlan(request: CardRequest, reply: FastifyReply): FastifyReply {
    const { shareId } = request.params;
    return askPin(request, reply.header('set-cookie', openingCookie({ shareId, value: null, secure })), {
      kind: 'closed',
    });
  }

  async function showPlan(
    request: CardRequest,
    reply: FastifyReply,
    opening: Extract<Opening, { state: 'open' }>,
  ) {
    const query = queryOf(request);
    const read = () =>
      readEmergency.call(contextOf(request, { kind: 'emergency', userId: opening.userId }), {
        share_id: request.params.shareId,
        language: query.language,
        scanned_version: query.version ?? null,
        scanned_source: query.source ?? 'card',
        opened_at: opening.openedAt,
        closes_at: opening.closesAt,
      });
    const found = await readWithin(readingMilliseconds, read).catch(unlessGone);
    if (!found) return askPin(request, reply, { kind: 'closed' });
    const { view, sections } = found;
    const t = translators[query.language];
    const pdf = {
      address: `/acp-login/${encodeURIComponent(request.params.shareId)}/plan.pdf?language=${query.language}`,
    };
    const filesAddress = `/acp-login/${encodeURIComponent(request.params.shareId)}/files/`;
    const page = (view.standing === 'signed' ? planPage : unsignedPage)({
      view,
      t,
      query,
      sections,
      pdf,
      filesAddress,
    });
    const closesIn = (opening.closesAt.getTime() - services.clock().getTime()) / 1000;
    return reply.headers(emergencyHeaders(closesIn)).send(page);
  }

  const record = ({ id, userId, at, fileId }: PlanOpening, late: boolean) => {
    const context: Context = {
      services: { ...services, clock: () => at },
      actor: { kind: 'emergency', userId },
      meta: { requestId: 'opening', address: '', userAgent: null, language: 'en', sessionId: null },
    };
    const input = { user_id: userId, idempotency_key: id, late };
    return fileId === undefined
      ? openEmergency.call(context, input)
      : recordEmergencyFile.call(context, { ...input, file_id: fileId });
  };
  /** Records a delayed opening. The first attempt may have been stored without an answer: then the key is already used. */
  const recordLate = (opening: PlanOpening) =>
    record(opening, true).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'idempotency-mismatch')) throw error;
    });
  const late = createLateOpenings({
    record: (opening) => recordLate(opening).then(checker.gate.worked),
    mayPass: isUnavailable,
    log: (details, message) => app.log.error(details, message),
    folder: openingsFolder(
      join(services.config.dataDir, 'late-openings'),
      services.secrets.sign('late-openings', 'installation').toString('hex', 0, 8),
    ),
  });
  // A copy of the database leaves the files to the database in use.
  app.addHook('onReady', async () => void services.whenInUse.then(late.load));
  app.addHook('onClose', () => late.close());

  /** Records an opening, immediately if the database writes. @throws for an internal fault: then the plan stays closed */
  async function recordOpening(opened: Omit<PlanOpening, 'id'>): Promise<void> {
    const opening = newOpening(opened);
    if (!checker.gate.isOpen()) return late.add(opening);
    try {
      await atMost(recordingMilliseconds, record(opening, false));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      checker.gate.failed();
      // Also while the first attempt still runs: the answer must not wait for it, and is sent only when the opening is stored.
      await late.add(opening);
    }
  }

  async function takePin(request: CardRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Otherwise another site's form, or a browser that opens plans unasked, would use up the card's guesses.
    if (isFromAnotherSite(request, services.config)) return askPin(request, reply, null, 403);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (form.has('close')) return closePlan(request, reply);
    const typed = readPin(form.get('pin') ?? '');
    if ('problem' in typed) return askPin(request, reply, typed.problem);
    const { shareId } = request.params;
    const checked = await checker.check({ shareId, address: request.ip, pin: typed.pin });
    if ('kind' in checked) return askPin(request, reply, checked);
    const { userId } = checked;
    const openedAt = services.clock();
    await recordOpening({ userId, at: openedAt });
    const value = openingValue(services.secrets, { shareId, userId, openedAt });
    // After the form the browser requests the page with GET, so that going back or reloading does not send the PIN again.
    return reply
      .header('set-cookie', openingCookie({ shareId, value, secure }))
      .headers(emergencyHeaders())
      .redirect(request.url, 303);
  }

  /** Sends a paper that the page lists, while the plan is open. A database that cannot write does not prevent it. */
  async function sendPaper(request: FileRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isOpen = () => {
      const opening = openingOf(request);
      return opening?.state === 'open' ? opening : null;
    };
    const opening = isOpen();
    const { shareId: share_id, fileId: file_id } = request.params;
    if (!opening) return askPin(request, reply, { kind: 'closed' });
    const context = contextOf(request, { kind: 'emergency', userId: opening.userId });
    const read = () => readEmergencyFile.call(context, { share_id, file_id });
    const file = await readWithin(readingMilliseconds, read).catch(unlessGone);
    if (!file) return askPin(request, reply, { kind: 'closed' });
    await recordOpening({ userId: opening.userId, at: services.clock(), fileId: file.id });
    const stillAllowed = () =>
      isOpen() === null
        ? Promise.resolve(false)
        : read().then(
            () => true,
            () => false,
          );
    const sending = { disposition: 'attachment', stillAllowed } as const;
    return sendFile(request, reply.header('referrer-policy', 'no-referrer'), services, file, sending);
  }

  /** Answers every failure with a page that states what to do, not with JSON. */
  const withPage =
    (handler: (request: CardRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: CardRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        return await fairly(networkOf(request.ip), () => handler(request, reply));
      } catch (error) {
        if (!(error instanceof AppError))
          request.log.error({ err: errorSummary(error) }, 'the emergency page failed');
        return askPin(request, reply, { kind: 'down' });
      }
    };

  void app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => {
      const isLimit = error instanceof AppError && error.code === 'rate-limited';
      if (!(error instanceof AppError) && !isHangUp(error))
        request.log.error({ err: errorSummary(error) }, 'the emergency page failed');
      return askPin(
        request as CardRequest,
        reply,
        isLimit ? { kind: 'wait', seconds: 60 } : { kind: 'down' },
      );
    });
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 2_000 },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    pages.get<CardRoute>(
      '/acp-login/:shareId',
      withPage(async (request, reply) => {
        const opening = openingOf(request);
        if (opening?.state === 'open') return showPlan(request, reply, opening);
        return askPin(request, reply, opening ? { kind: 'closed' } : null);
      }),
    );
    pages.post<CardRoute>('/acp-login/:shareId', withPage(takePin));
    pages.get<FileRoute>('/acp-login/:shareId/files/:fileId', async (request, reply) => {
      try {
        return await papersFairly(networkOf(request.ip), () => sendPaper(request, reply));
      } catch (error) {
        if (!(error instanceof AppError))
          request.log.error({ err: errorSummary(error) }, 'the emergency page failed');
        return askPin(request, reply, { kind: 'down' });
      }
    });
    pages.get<CardRoute>(
      '/acp-login/:shareId/plan.pdf',
      withPage(async (request, reply) => {
        const card =
          openingOf(request)?.state === 'open'
            ? await readWithin(readingMilliseconds, () =>
                findCard(services.db, services, request.params.shareId),
              )
            : null;
        if (!card) return askPin(request, reply, { kind: 'closed' });
        return sendPlanPdf(
          reply.header('referrer-policy', 'no-referrer'),
          contextOf(request, { kind: 'emergency', userId: card.userId }),
          card.userId,
          request.query.language === undefined ? {} : { language: request.query.language },
        );
      }),
    );
  });
}
