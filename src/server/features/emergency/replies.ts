import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import type { Context, Database, Services } from '../../pipeline/context.ts';
import { emergencyHeaders, readEmergencyQuery, type EmergencyQuery } from '../../pages/emergency/layout.ts';
import { pinPage, statusOfPin, type PinProblem } from '../../pages/emergency/pin-page.ts';
import { planPage } from '../../pages/emergency/plan-page/plan-page.ts';
import { unsignedPage } from '../../pages/emergency/unsigned-page.ts';
import type { CardReads } from './card-reads.ts';
import { readEmergency } from './operations.ts';
import {
  openingCookie,
  openingCookieName,
  openingValue,
  readOpening,
  type Opening,
} from './openings/opening.ts';

export type CardRoute = { Params: { shareId: string }; Querystring: { language?: string } };
export type CardRequest = FastifyRequest<CardRoute>;
export type OpenedPlan = Extract<Opening, { state: 'open' }>;

/** Longest time to read a plan, in milliseconds. After it the reader gets the page with the help desk's number. */
export const readingMs = 2_500;

/** Null when the owner renewed the card or withdrew the plan after it was opened. @throws every other error */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}

/** The pages that a reader of a card gets. */
export type CardReplies = {
  contextOf(request: FastifyRequest, actor: Actor): Context;
  /** The opening in the request's cookie; null without one. */
  openingOf(request: CardRequest): Opening;
  /** Sends the PIN form, with what was wrong before. */
  askPin(
    request: CardRequest,
    reply: FastifyReply,
    problem: PinProblem | null,
    status?: number,
  ): FastifyReply;
  /** Removes the cookie and sends the PIN form. */
  closePlan(request: CardRequest, reply: FastifyReply): FastifyReply;
  /** Sets the cookie of a checked PIN and redirects to the plan. */
  redirectToPlan(request: CardRequest, reply: FastifyReply, userId: string, openedAt: Date): FastifyReply;
  showPlan(request: CardRequest, reply: FastifyReply, opening: OpenedPlan): Promise<FastifyReply>;
};

/** Returns language, version and source from the address of a card's code. */
export const queryOf = (request: FastifyRequest) =>
  readEmergencyQuery(new URL(request.url, 'http://page').searchParams);

const cardContext = (services: Services, request: FastifyRequest, actor: Actor): Context => ({
  services,
  actor,
  meta: { requestId: request.id, address: request.ip, userAgent: null, language: 'en', sessionId: null },
});

/** Returns the context of a call that reads from this database. */
export const readingFrom = (context: Context, db: Database): Context => ({
  ...context,
  services: { ...context.services, db },
});

const pinForm = (query: EmergencyQuery, problem: PinProblem | null, helpPhone: string) =>
  pinPage({ t: translators[query.language], query, problem, helpPhone });

const readOpened = (context: Context, shareId: string, query: EmergencyQuery, opening: OpenedPlan) =>
  readEmergency.call(context, {
    share_id: shareId,
    language: query.language,
    scanned_version: query.version ?? null,
    scanned_source: query.source ?? 'card',
    opened_at: opening.openedAt,
    closes_at: opening.closesAt,
  });

/** Returns the page of an opened card: the signed plan, or what there is without one. */
function openedPage(shareId: string, query: EmergencyQuery, found: Awaited<ReturnType<typeof readOpened>>) {
  const address = `/acp-login/${encodeURIComponent(shareId)}`;
  return (found.view.standing === 'signed' ? planPage : unsignedPage)({
    ...found,
    t: translators[query.language],
    query,
    pdf: { address: `${address}/plan.pdf?language=${query.language}` },
    filesAddress: `${address}/files/`,
  });
}

export function createCardReplies(services: Services, reads: CardReads): CardReplies {
  const secure = services.config.publicUrl.startsWith('https://');

  const contextOf: CardReplies['contextOf'] = (request, actor) => cardContext(services, request, actor);

  const askPin: CardReplies['askPin'] = (request, reply, problem, status = statusOfPin(problem)) => {
    const page = pinForm(queryOf(request), problem, services.config.help.phone);
    if (problem && 'seconds' in problem && problem.seconds > 0) reply.header('retry-after', problem.seconds);
    return reply.code(status).headers(emergencyHeaders()).send(page);
  };

  async function showPlan(request: CardRequest, reply: FastifyReply, opening: OpenedPlan) {
    const query = queryOf(request);
    const { shareId } = request.params;
    const context = contextOf(request, { kind: 'emergency', userId: opening.userId });
    const found = await reads.read({
      ...{ withinMs: readingMs, kind: 'page' as const },
      read: (db) => readOpened(readingFrom(context, db), shareId, query, opening).catch(nullIfNotFound),
      // Without a plan it may also be one that the replica does not have yet.
      ownerOf: (plan) => plan && opening.userId,
    });
    if (!found) return askPin(request, reply, { kind: 'closed' });
    const page = openedPage(shareId, query, found);
    const closesIn = (opening.closesAt.getTime() - services.clock().getTime()) / 1000;
    return reply.headers(emergencyHeaders(closesIn)).send(page);
  }

  return {
    contextOf,
    askPin,
    showPlan,
    openingOf: (request) =>
      readOpening(
        services.secrets,
        request.params.shareId,
        request.cookies[openingCookieName(secure)],
        services.clock(),
      ),
    closePlan(request, reply) {
      const { shareId } = request.params;
      const cookie = openingCookie({ shareId, value: null, secure });
      return askPin(request, reply.header('set-cookie', cookie), { kind: 'closed' });
    },
    redirectToPlan(request, reply, userId, openedAt) {
      const { shareId } = request.params;
      const value = openingValue(services.secrets, { shareId, userId, openedAt });
      // The browser then requests the plan with GET, so that going back or reloading does not send the PIN again.
      return reply
        .header('set-cookie', openingCookie({ shareId, value, secure }))
        .headers(emergencyHeaders())
        .redirect(request.url, 303);
    },
  };
}
