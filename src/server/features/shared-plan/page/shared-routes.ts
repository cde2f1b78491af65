import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { contactHeaders } from '../../../pages/contacts/layout.ts';
import { leftPage } from '../../../pages/contacts/shared-pages.ts';
import type { Services } from '../../../pipeline/context.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { sendPlanFhir, sendPlanPdf } from '../../acp/api.ts';
import { sendFile } from '../../files/api.ts';
import { sendLinkAgain } from './answer-routes.ts';
import {
  askedOf,
  visitorOf,
  formOf,
  isOurLink,
  pageFor,
  type Visitor,
  type LinkRequest,
} from './link-request.ts';
import { createOpenedFiles } from './opened-files.ts';
import { openingValue } from './opening.ts';
import {
  openSharedFile,
  openSharedPlan,
  readSharedFile,
  readSharedPlan,
  setHospitalNews,
  stepBack,
} from '../operations.ts';
import type { Answer, PageHandler, PageRoute } from './page-route.ts';
import { createSharedReplies, type SharedReplies } from './shared-replies.ts';

const path = '/shared-plan/:token';

type Shared = { services: Services; replies: SharedReplies };

/** Limits of file requests per contact: a film is requested in ranges, several at once. */
const ofContact = personLimit({ atOnce: 6, waitingAtMost: 30, inMinute: 600 });

const showPage =
  ({ replies }: Shared): PageHandler =>
  async (request) => {
    const visitor = await replies.visitorFor(request);
    const opening = replies.openingOf(request, visitor);
    if (opening?.state === 'open') return replies.openPage(request, visitor, opening);
    return replies.cover(request, visitor, opening?.state === 'closed');
  };

/** Removes a contact at the contact's own request. */
async function leave({ services, replies }: Shared, request: LinkRequest, visitor: Visitor): Promise<Answer> {
  // Stepping back requires an open page, so that a forwarded link alone cannot delete any details.
  if (replies.openingOf(request, visitor)?.state !== 'open') return replies.cover(request, visitor, true);
  const { sharer } = await stepBack.call(visitor.context, visitor.input);
  return { page: leftPage(pageFor(request, services, sharer)), cookie: replies.cookieOf(request, null) };
}

/** Sets whether the contact gets a mail when staff hand the plan over, and shows the page again. */
async function setNews({ replies }: Shared, request: LinkRequest, visitor: Visitor): Promise<Answer> {
  const opening = replies.openingOf(request, visitor);
  if (opening?.state !== 'open') return replies.cover(request, visitor, true);
  const wanted = formOf(request).get('hospital') === 'on';
  await setHospitalNews.call(visitor.context, { ...visitor.input, wanted });
  return replies.openPage(request, visitor, opening);
}

/** Handles the buttons of the page: send the link again, close, step back, mails about a hospital, open. */
const takeForm =
  (shared: Shared): PageHandler =>
  async (request, reply) => {
    const { services, replies } = shared;
    const form = formOf(request);
    const visitor = await visitorOf(request, services);
    if (form.has('send')) return sendLinkAgain(visitor, request);
    // A second click on the same button: it is already done.
    if (!visitor && form.has('leave') && isOurLink(request, services))
      return { page: leftPage(askedOf(request)) };
    if (!visitor) throw new AppError('not-found');
    if (form.has('close'))
      return { ...(await replies.cover(request, visitor, false)), cookie: replies.cookieOf(request, null) };
    if (form.has('leave')) return leave(shared, request, visitor);
    if (form.has('hospital')) return setNews(shared, request, visitor);
    if (!form.has('open')) throw new AppError('not-found');
    const { openedAt, plan } = await openSharedPlan.call(visitor.context, visitor.input);
    const value = openingValue(services.secrets, { ids: visitor.ids, openedAt, plan });
    // Redirects after the form, so that a reload does not record a second opening.
    return reply
      .headers(contactHeaders())
      .header('set-cookie', replies.cookieOf(request, value))
      .redirect(request.url, 303);
  };

type SendDocument = (
  reply: FastifyReply,
  visitor: Visitor,
  ownerId: string,
  request: LinkRequest,
) => Promise<FastifyReply>;

const pdf: SendDocument = (reply, { context }, ownerId, { query: { language } }) =>
  sendPlanPdf(reply, context, ownerId, typeof language === 'string' ? { language } : {});

const fhir: SendDocument = (reply, { context }, ownerId) => sendPlanFhir(reply, context, ownerId, {});

/** Sends the plan in force as a document, if the page is open and the plan is shared at this moment. */
const sendPlan =
  ({ replies }: Shared, send: SendDocument): PageHandler =>
  async (request, reply) => {
    const visitor = await replies.visitorFor(request);
    const opening = replies.openingOf(request, visitor);
    if (opening?.state !== 'open') return replies.cover(request, visitor, true);
    // The link may be outdated, so `readSharedPlan`, which checks it, is called first.
    const { plan } = await readSharedPlan.call(visitor.context, visitor.input);
    const { actor } = visitor.context;
    if (!plan || opening.plan === 'none' || actor.kind !== 'contact')
      return replies.openPage(request, visitor, opening);
    return send(reply.header('referrer-policy', 'no-referrer'), visitor, actor.userId, request);
  };

const sendSharedFile = ({ services, replies }: Shared): PageHandler => {
  const opened = createOpenedFiles();
  return async (request, reply) => {
    const visitor = await replies.visitorFor(request);
    const opening = replies.openingOf(request, visitor);
    if (opening?.state !== 'open') return replies.cover(request, visitor, true);
    const fileId = request.params.fileId ?? '';
    const input = { ...visitor.input, file_id: fileId };
    const { contactId } = visitor.ids;
    const read = () => readSharedFile.call(visitor.context, input);
    const stillAllowed = async () =>
      replies.openingOf(request, visitor)?.state === 'open' &&
      (await read().then(
        () => true,
        () => false,
      ));
    const sending = { disposition: 'attachment', stillAllowed } as const;
    return ofContact(contactId, async () => {
      // A film is read in many ranges: the first request is recorded as the opening, wherever in the film it begins.
      const piece = { contactId, openedAt: opening.openedAt, fileId };
      const isLater = /^bytes=[1-9]/.test(request.headers.range ?? '') && opened.has(piece);
      const file = isLater ? await read() : await openSharedFile.call(visitor.context, input);
      opened.add(piece);
      return sendFile(request, reply.header('referrer-policy', 'no-referrer'), services, file, sending);
    });
  };
};

/** Registers the contact's own page: a button opens it for half an hour, then it shows only what is shared at that moment. */
export function registerSharedPages(route: PageRoute, services: Services): void {
  const shared: Shared = { services, replies: createSharedReplies(services) };
  route('GET', path, showPage(shared));
  route('POST', path, takeForm(shared));
  route('GET', `${path}/plan.pdf`, sendPlan(shared, pdf));
  route('GET', `${path}/plan.fhir.json`, sendPlan(shared, fhir));
  route('GET', `${path}/files/:fileId`, sendSharedFile(shared), { isLong: true });
}
