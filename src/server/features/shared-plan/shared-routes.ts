import type { FastifyReply } from 'fastify';
import { AppError } from '../../../domain/errors.ts';
import { signedDays } from '../../../domain/plan/signed-days.ts';
import { presentPlan } from '../../../domain/questionnaire/reading/present.ts';
import { contactHeaders, type ContactPage } from '../../pages/contacts/layout.ts';
import {
  coverPage,
  leavePage,
  leftPage,
  sharedPage,
  type SharedPlanPart,
} from '../../pages/contacts/shared-pages.ts';
import { emergencyView } from '../../pages/emergency/view.ts';
import type { Services } from '../../pipeline/context.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import { sendPlanPdf } from '../acp/api.ts';
import { sendFile } from '../files/api.ts';
import { contactPath } from '../sharing/api.ts';
import { sendLinkAgain } from './answer-routes.ts';
import {
  askedOf,
  asksFor,
  comerOf,
  formOf,
  isOurLink,
  pageFor,
  type Comer,
  type LinkRequest,
} from './link-request.ts';
import { createOpenedFiles } from './opened-files.ts';
import {
  openingCookie,
  openingCookieName,
  openingValue,
  readOpening,
  type SharedOpening,
} from './opening.ts';
import {
  openSharedFile,
  openSharedPlan,
  readSharedCover,
  readSharedFile,
  readSharedPlan,
  stepBack,
} from './operations.ts';
import type { Answer, PageRoute } from './page-route.ts';
import type { SharedPlan } from './shared-plan.ts';

const path = '/shared-plan/:token';

type Open = Extract<SharedOpening, { state: 'open' }>;

const pathOf = (request: LinkRequest) => contactPath('view', request.params.token);

/** Limits of file requests per contact: a film is requested in ranges, several at once. */
const ofContact = personLimit({ atOnce: 6, waitingAtMost: 30, inMinute: 600 });

/** Registers the contact's own page: a button opens it for half an hour, then it shows only what is shared at that moment. */
export function registerSharedPages(route: PageRoute, services: Services): void {
  const secure = services.config.publicUrl.startsWith('https://');
  const opened = createOpenedFiles();

  const openingOf = (request: LinkRequest, { ids }: Comer): SharedOpening =>
    readOpening(services.secrets, ids, request.cookies[openingCookieName(secure)], services.clock());

  const cookieOf = (request: LinkRequest, value: string | null) =>
    openingCookie({ path: pathOf(request), value, secure });

  async function comerFor(request: LinkRequest): Promise<Comer> {
    const comer = await comerOf(request, services);
    if (!comer) throw new AppError('not-found');
    return comer;
  }

  function planPart(
    request: LinkRequest,
    { t, language }: ContactPage,
    { careProvider, wordedAsSigned, languages }: SharedPlan,
    { openedAt, closesAt, plan: opened }: Open,
  ): SharedPlanPart {
    const { plan, voice } = languages[language];
    const signedAt = plan.completed_at ?? plan.updated_at;
    const view = emergencyView({
      answers: plan.answers,
      wordedAsSigned,
      voice,
      careProvider,
      contacts: [],
      tellsDeciders: false,
      plan: {
        version: plan.plan_version,
        language: plan.language,
        wordsIn: plan.words_in,
        signedAt,
        changedAt: plan.updated_at,
      },
      scanned: null,
      openedAt,
      closesAt,
      now: services.clock(),
    });
    return {
      view,
      sections: presentPlan(plan, { t, voice }),
      version: plan.plan_version,
      signedOn: signedDays(plan).signed,
      isChanged: opened === 'changed',
      pdfPath: `${pathOf(request)}/plan.pdf`,
    };
  }

  async function openPage(request: LinkRequest, comer: Comer, opening: Open): Promise<Answer> {
    const { sharer, decisionMaker, withheld, isExternal, plan, files } = await readSharedPlan.call(
      comer.context,
      comer.input,
    );
    const page = pageFor(request, services, sharer);
    const closesIn = (opening.closesAt.getTime() - services.clock().getTime()) / 1000;
    if (asksFor(request, 'leave')) return { page: leavePage(page), closesIn };
    // A plan that was shared after the opening: reading it is a new opening, which has to be recorded.
    if (plan && opening.plan === 'none') return cover(request, comer, false);
    const facts = {
      decisionMaker,
      withheld,
      isExternal,
      plan: plan && planPart(request, page, plan, opening),
      files: files.map(({ id, file_name, shared_at }) => ({
        name: file_name,
        path: `${pathOf(request)}/files/${id}`,
        sharedAt: shared_at,
      })),
      closesAt: opening.closesAt,
    };
    return { page: sharedPage(page, facts), closesIn };
  }

  async function cover(request: LinkRequest, comer: Comer, wasClosed: boolean): Promise<Answer> {
    const { sharer } = await readSharedCover.call(comer.context, comer.input);
    return { page: coverPage(pageFor(request, services, sharer), { wasClosed }) };
  }

  route('GET', path, async (request) => {
    const comer = await comerFor(request);
    const opening = openingOf(request, comer);
    if (opening?.state === 'open') return openPage(request, comer, opening);
    return cover(request, comer, opening?.state === 'closed');
  });

  route('POST', path, async (request, reply: FastifyReply) => {
    const form = formOf(request);
    const comer = await comerOf(request, services);
    if (form.has('send')) return sendLinkAgain(comer, request);
    // A second click on the same button: it is already done.
    if (!comer && form.has('leave') && isOurLink(request, services))
      return { page: leftPage(askedOf(request)) };
    if (!comer) throw new AppError('not-found');
    if (form.has('close')) {
      return { ...(await cover(request, comer, false)), cookie: cookieOf(request, null) };
    }
    if (form.has('leave')) {
      // Stepping back requires an open page, so that a forwarded link alone cannot delete any details.
      if (openingOf(request, comer)?.state !== 'open') return cover(request, comer, true);
      const { sharer } = await stepBack.call(comer.context, comer.input);
      return { page: leftPage(pageFor(request, services, sharer)), cookie: cookieOf(request, null) };
    }
    if (!form.has('open')) throw new AppError('not-found');
    const { openedAt, plan } = await openSharedPlan.call(comer.context, comer.input);
    const value = openingValue(services.secrets, { ids: comer.ids, openedAt, plan });
    // Redirects after the form, so that a reload does not record a second opening.
    return reply
      .headers(contactHeaders())
      .header('set-cookie', cookieOf(request, value))
      .redirect(request.url, 303);
  });

  route('GET', `${path}/plan.pdf`, async (request, reply: FastifyReply) => {
    const comer = await comerFor(request);
    const opening = openingOf(request, comer);
    if (opening?.state !== 'open') return cover(request, comer, true);
    // The link may be outdated, so `readSharedPlan`, which checks it, is called first.
    const { plan } = await readSharedPlan.call(comer.context, comer.input);
    if (!plan || opening.plan === 'none' || comer.context.actor.kind !== 'contact')
      return openPage(request, comer, opening);
    const { language } = request.query;
    const asked = typeof language === 'string' ? { language } : {};
    const document = reply.header('referrer-policy', 'no-referrer');
    return sendPlanPdf(document, comer.context, comer.context.actor.userId, asked);
  });

  route(
    'GET',
    `${path}/files/:fileId`,
    async (request, reply: FastifyReply) => {
      const comer = await comerFor(request);
      const opening = openingOf(request, comer);
      if (opening?.state !== 'open') return cover(request, comer, true);
      const fileId = request.params.fileId ?? '';
      const input = { ...comer.input, file_id: fileId };
      const { contactId } = comer.ids;
      const read = () => readSharedFile.call(comer.context, input);
      const isOpen = () => openingOf(request, comer)?.state === 'open';
      const stillAllowed = () =>
        isOpen()
          ? read().then(
              () => true,
              () => false,
            )
          : Promise.resolve(false);
      const sending = { disposition: 'attachment', stillAllowed } as const;
      return ofContact(contactId, async () => {
        // A film is read in many ranges: the first request is recorded as the opening, wherever in the film it begins.
        const piece = { contactId, openedAt: opening.openedAt, fileId };
        const isLater = /^bytes=[1-9]/.test(request.headers.range ?? '') && opened.has(piece);
        const file = isLater ? await read() : await openSharedFile.call(comer.context, input);
        opened.add(piece);
        return sendFile(request, reply.header('referrer-policy', 'no-referrer'), services, file, sending);
      });
    },
    { isLong: true },
  );
}
