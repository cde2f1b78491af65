import type { FramedPerson } from '../../domain/menu/framed-people.ts';
import type { firstLoads } from '../app/router/first-loads.ts';

/**
 * Pages whose first frame the build renders to HTML, in both languages, as a visitor sees them without anything typed: the server
 * sends it with the page, so that it is painted before the script is loaded. It contains no personal data.
 */
const pagesOfVisitors = [
  '/',
  '/dashboard',
  '/login',
  '/signup',
  '/forgot-password',
  '/questions',
  '/user/upload',
  '/need-help',
] as const satisfies readonly (keyof typeof firstLoads)[];

const pagesOfAll = [
  '/dashboard',
  '/notifications',
  '/need-help',
  '/settings/profile',
  '/settings/password',
  '/settings/privacy',
  '/settings/mfa',
] as const;

/**
 * Framed pages by the person who sees them: a visitor, a customer who has signed a plan, or one who has not. A customer's frame is the page
 * while its data is loading: bar, menu, title, introduction.
 */
export const framedPages = {
  visitor: pagesOfVisitors,
  signed: [
    ...pagesOfAll,
    '/my-acp',
    '/my-acp/edit',
    '/care-plan',
    '/trusted-contacts',
    '/my-health-record',
    '/account-and-billing',
  ],
  writing: [
    ...pagesOfAll,
    '/questionnaire',
    '/questionnaire/step1',
    '/questionnaire/step2',
    '/questionnaire/step3',
    '/questionnaire/step4',
    '/questionnaire/step5',
    '/questionnaire/step6b',
    '/questionnaire/step7',
    '/questionnaire/step8',
    '/questionnaire/checkout',
    '/questionnaire/step9',
  ],
} as const satisfies Record<FramedPerson, readonly string[]>;
