import { AppError } from '../../../../domain/errors.ts';
import {
  acceptedPage,
  alreadyPage,
  declinedPage,
  declinePage,
  linkSentPage,
  nothingSharedPage,
  requestPage,
} from '../../../pages/contacts/answer-pages.ts';
import type { Services } from '../../../pipeline/context.ts';
import { contactPath, contactToken } from '../../sharing/api.ts';
import {
  askedOf,
  asksFor,
  visitorOf,
  formOf,
  isOurLink,
  pageFor,
  type Visitor,
  type LinkRequest,
} from './link-request.ts';
import {
  acceptContactRequest,
  askSharedLink,
  declineContactRequest,
  readAnsweredRequest,
  readContactRequest,
} from '../operations.ts';
import type { Answer, PageRoute } from './page-route.ts';

const path = '/trusted-contact/:token';

const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'not-found';

/**
 * Sends a contact their link again. The answer is always the same, even for an unknown contact or when the rate limit is
 * exceeded.
 */
export async function sendLinkAgain(visitor: Visitor | null, request: LinkRequest): Promise<Answer> {
  if (visitor) {
    const { contact_id } = visitor.input;
    await askSharedLink.call(visitor.context, { contact_id }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    });
  }
  return { page: linkSentPage(askedOf(request)) };
}

/** Registers the pages on which a contact answers a request (GAP-66). Mail scanners open links, so GET changes nothing. */
export function registerAnswerPages(route: PageRoute, services: Services): void {
  /** Returns the page for a request that was already accepted. @throws AppError `not-found` in any other state */
  async function answered(visitor: Visitor, request: LinkRequest): Promise<Answer> {
    const { sharer, acceptedAt, view } = await readAnsweredRequest.call(visitor.context, visitor.input);
    const page = pageFor(request, services, sharer);
    if (!view) return { page: alreadyPage(page, acceptedAt) };
    const viewPath = contactPath('view', contactToken(services.secrets, 'view', view));
    return { page: acceptedPage(page, viewPath) };
  }

  route('GET', path, async (request) => {
    const visitor = await visitorOf(request, services);
    if (!visitor) throw new AppError('not-found');
    try {
      const { sharer, ...facts } = await readContactRequest.call(visitor.context, visitor.input);
      const page = pageFor(request, services, sharer);
      return { page: asksFor(request, 'decline') ? declinePage(page) : requestPage(page, facts) };
    } catch (error) {
      if (!isGone(error)) throw error;
      return answered(visitor, request);
    }
  });

  route('POST', path, async (request) => {
    const visitor = await visitorOf(request, services);
    const form = formOf(request);
    if (form.has('send')) return sendLinkAgain(visitor, request);
    // A second click on the same button: the answer is already stored.
    if (!visitor && form.get('answer') === 'no' && isOurLink(request, services))
      return { page: nothingSharedPage(askedOf(request)) };
    if (!visitor) throw new AppError('not-found');
    if (form.get('answer') === 'no') {
      const { sharer } = await declineContactRequest.call(visitor.context, visitor.input);
      return { page: declinedPage(pageFor(request, services, sharer)) };
    }
    if (form.get('answer') !== 'yes') throw new AppError('not-found');
    // A second yes, from a double click or another tab, finds the request already accepted.
    await acceptContactRequest.call(visitor.context, visitor.input).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    return answered(visitor, request);
  });
}
