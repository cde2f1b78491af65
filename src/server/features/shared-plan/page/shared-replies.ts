import { AppError } from '../../../../domain/errors.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { presentPlan } from '../../../../domain/questionnaire/reading/present.ts';
import type { ContactPage } from '../../../pages/contacts/layout.ts';
import type { Callee } from '../../../pages/contacts/calls.ts';
import { coverPage, leavePage, sharedPage } from '../../../pages/contacts/shared-pages.ts';
import type { SharedPlanPart } from '../../../pages/contacts/plan-part.ts';
import { emergencyView } from '../../../pages/emergency/view.ts';
import type { Services } from '../../../pipeline/context.ts';
import { contactPath } from '../../sharing/api.ts';
import { asksFor, visitorOf, pageFor, type Visitor, type LinkRequest } from './link-request.ts';
import { openingCookie, openingCookieName, readOpening, type SharedOpening } from './opening.ts';
import { readSharedCover, readSharedPlan } from '../operations.ts';
import type { Answer } from './page-route.ts';
import type { Phones } from '../phones.ts';
import type { SharedPlan } from '../shared-plan.ts';

export type OpenedPage = Extract<SharedOpening, { state: 'open' }>;

const pathOf = (request: LinkRequest) => contactPath('view', request.params.token);

/** The replies of a contact's own page, for one visitor of it. */
export type SharedReplies = {
  /** @throws AppError `not-found` for a text without our signature, and for a deleted contact */
  visitorFor(request: LinkRequest): Promise<Visitor>;
  /** The opening in the request's cookie. */
  openingOf(request: LinkRequest, visitor: Visitor): SharedOpening;
  /** The cookie that keeps an opening; null removes it. */
  cookieOf(request: LinkRequest, value: string | null): string;
  /** The page with a button that opens what is shared. */
  cover(request: LinkRequest, visitor: Visitor, wasClosed: boolean): Promise<Answer>;
  /** The page with what is shared at this moment. */
  openPage(request: LinkRequest, visitor: Visitor, opening: OpenedPage): Promise<Answer>;
};

/** Returns what the page shows of a plan. */
function planPart(
  request: LinkRequest,
  { t, language }: ContactPage,
  { careProvider, wordedAsSigned, languages }: SharedPlan,
  { openedAt, closesAt, plan: opened }: OpenedPage,
  now: Date,
): SharedPlanPart {
  const { plan, voice } = languages[language];
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
      signedAt: plan.completed_at ?? plan.updated_at,
      changedAt: plan.updated_at,
    },
    scanned: null,
    openedAt,
    closesAt,
    now,
  });
  return {
    view,
    sections: presentPlan(plan, { t, voice }),
    version: plan.plan_version,
    signedOn: signedDays(plan).signed,
    isChanged: opened === 'changed',
    pdfPath: `${pathOf(request)}/plan.pdf`,
    fhirPath: `${pathOf(request)}/plan.fhir.json`,
  };
}

/** Returns the names and telephone numbers on the page. For a plan on behalf, the account's number is the recorder's. */
const calleesOf = ({ names }: ContactPage, phones: Phones | null): Callee[] => [
  ...(phones?.account ? [{ name: names.owner, phone: phones.account }] : []),
  ...(phones?.house ? [phones.house] : []),
];

export function createSharedReplies(services: Services): SharedReplies {
  const secure = services.config.publicUrl.startsWith('https://');

  const cover: SharedReplies['cover'] = async (request, visitor, wasClosed) => {
    const { sharer } = await readSharedCover.call(visitor.context, visitor.input);
    return { page: coverPage(pageFor(request, services, sharer), { wasClosed }) };
  };

  return {
    cover,
    async visitorFor(request) {
      const visitor = await visitorOf(request, services);
      if (!visitor) throw new AppError('not-found');
      return visitor;
    },
    openingOf: (request, { ids }) =>
      readOpening(services.secrets, ids, request.cookies[openingCookieName(secure)], services.clock()),
    cookieOf: (request, value) => openingCookie({ path: pathOf(request), value, secure }),
    async openPage(request, visitor, opening) {
      const shared = await readSharedPlan.call(visitor.context, visitor.input);
      const { sharer, decisionMaker, acceptedAt, withheld, isExternal, plan, files } = shared;
      const page = pageFor(request, services, sharer);
      const now = services.clock();
      const closesIn = (opening.closesAt.getTime() - now.getTime()) / 1000;
      if (asksFor(request, 'leave')) return { page: leavePage(page), closesIn };
      // A plan that was shared after the opening: reading it is a new opening, which has to be recorded.
      if (plan && opening.plan === 'none') return cover(request, visitor, false);
      const facts = {
        decisionMaker,
        acceptedAt,
        callees: calleesOf(page, shared.phones),
        withheld,
        isExternal,
        plan: plan && planPart(request, page, plan, opening, now),
        files: files.map(({ id, file_name, shared_at }) => ({
          name: file_name,
          path: `${pathOf(request)}/files/${id}`,
          sharedAt: shared_at,
        })),
        hospitalNews: shared.hospitalNews,
        closesAt: opening.closesAt,
      };
      return { page: sharedPage(page, facts), closesIn };
    },
  };
}
