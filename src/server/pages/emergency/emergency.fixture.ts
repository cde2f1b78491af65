import { translators } from '../../../domain/i18n/translators.ts';
import { healthKeys, type Answers } from '../../../domain/questionnaire/answers.ts';
import { present } from '../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import type { EmergencyQuery } from './layout.ts';
import type { PlanPageOptions } from './plan-page/page-parts.ts';
import { planPage } from './plan-page/plan-page.ts';
import { emergencyView, type ContactRow, type EmergencyInput } from './view.ts';

/** Invented people for the tests of this folder, with invented names and numbers. */
export const answersOfMargaret: Answers = {
  firstName: 'Margaret',
  lastName: 'Citizen',
  hasHelp: 'Yes',
  helperName: 'Daniel Citizen',
  dob: '04/05/1948',
  gender: 'Female',
  postcode: '3280',
  minimumQolList: [
    'Being able to speak and communicate with others',
    'Having my family around me',
    'Being pain free, or without too much pain',
  ],
  ...Object.fromEntries(
    healthKeys.map((key, index) => [
      key,
      ['Life is still worth living', 'Unsure/Not important to me', 'Life is not worth living'][index % 3],
    ]),
  ),
  cannotTalk_note: 'Unless I can still write.',
  dontRecognise_note: 'My mother had this for nine years.',
  cprStopBreathing: 'only if minimum quality of life is expected',
  cprCatastrophic: 'do not want CPR',
  treatmentsSelected: [
    'Breathing Machine',
    'artificial feeding tube into the stomach',
    'artificial feeding tube through the nose',
    'Kidney Machine',
    'Operations',
  ],
  palliativeCare: 'expected in less than six months',
  terminalCondition: 'be told as much as possible',
  receiveCare: 'at home',
  receiveCare_note: 'With the dog, if that can be done.',
  customsAndTraditions: 'I would like Father Tom to visit. No flowers, please.',
  otherCommentsOrWorries: 'Biscuit, my dog, goes to my sister.',
  completeAll: ['voluntary choices with no coercion', 'considered current and future possible health states'],
  confirmationAcknowledgement: 'believe I have capacity',
  confirmName: 'Margaret Citizen',
};

export const daniel: ContactRow = {
  name: 'Daniel Citizen',
  phone: '0491 570 156',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  enduringGuardian: false,
  on_emergency_page: true,
  status: 'accepted',
};

export const priya: ContactRow = {
  name: 'Dr Priya Nair',
  phone: '(03) 5550 0123',
  relationship: 'General Practitioner (GP)',
  substitutedDecisionMaker: false,
  enduringGuardian: false,
  on_emergency_page: true,
  status: 'accepted',
};

type Change = Partial<Omit<EmergencyInput, 'voice'>> & { recordedBy?: { name: string; relation: string } };

/** Returns the data of Margaret's page, with changes. */
export function pageOptions(
  change: Change = {},
  query: EmergencyQuery = { language: 'en' },
): PlanPageOptions {
  const { recordedBy, ...input } = change;
  const t = translators[query.language];
  const answers = {
    ...(change.answers ?? answersOfMargaret),
    ...(recordedBy && { confirmName: recordedBy.name }),
  };
  const owner = { for_my_self: !recordedBy, account_owner: recordedBy?.relation ?? 'self' };
  const voice = voiceOf(owner, answers, t);
  const defined = input.definition ? { definition: input.definition } : {};
  const view = emergencyView({
    careProvider: 'Banksia Coast Care',
    contacts: [daniel, priya],
    tellsDeciders: false,
    plan: { version: 3, language: 'en', signedAt: new Date('2026-03-12T02:00:00Z'), changedAt: null },
    scanned: null,
    openedAt: new Date('2026-04-05T04:02:00Z'),
    closesAt: new Date('2026-04-05T04:32:00Z'),
    now: new Date('2026-04-05T04:02:00Z'),
    wordedAsSigned: false,
    ...input,
    answers,
    voice,
  });
  return {
    view,
    t,
    query,
    sections: present(answers, { t, voice }),
    ...defined,
    pdf: { address: '/acp-login/abc/plan.pdf' },
  };
}

/** Renders Margaret's page, with changes. */
export const pageOf = (change: Change = {}, query: EmergencyQuery = { language: 'en' }): string =>
  planPage(pageOptions(change, query));

/** A plan that Daniel recorded for her. */
export const byDaniel = { recordedBy: { name: 'Daniel Citizen', relation: 'child' } };
/** The card of an older version. */
export const old = { version: 2, signedAt: new Date('2025-01-02T00:00:00Z'), source: 'card' as const };

/** Returns the visible text of a page, without styles and tags. */
export function wordsOf(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<\/(p|li|dt|dd|h1|h2|h3|div|section)>|<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\n\s*/g, '\n');
}

/** Returns a box or section of a page, by its heading; empty if there is none. */
export const box = (page: string, heading: string): string => {
  const start = page.indexOf(`<h2>${heading}</h2>`);
  return start < 0 ? '' : page.slice(start, page.indexOf('</section>', start));
};
