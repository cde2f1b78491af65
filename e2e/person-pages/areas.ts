import { stepIds, type StepId } from '../../src/domain/questionnaire/answers.ts';
import { shortPages } from '../../src/domain/questionnaire/answering/short-pages.ts';
import { isExhaustive } from '../tags.ts';
import { dialogs } from './dialogs.ts';
import type { Scene } from './scene.ts';
import type { Reader, State } from './states.ts';

const visitorPages = [
  '/dashboard',
  '/questions',
  '/login',
  '/login/organisation',
  '/join-organisation',
  '/signup',
  '/forgot-password',
  '/reset-password#token=x',
  '/verify-email',
  '/invite',
  '/legacyuser',
  '/user/upload',
  '/user/location?state=vic',
  '/shl',
  '/nowhere',
];

/** Forms that are sent empty, which shows their errors. */
const visitorForms = [
  '/login',
  '/login/organisation',
  '/signup',
  '/forgot-password',
  '/reset-password#token=x',
  '/legacyuser',
];

/** Returns the states of a page, each with the account that shows it. A page that reads data is also shown failing and slow. */
function statesOf(
  address: string,
  readers: Partial<Record<'empty' | 'typical' | 'full', Reader>>,
  { isStatic = false } = {},
): Scene[] {
  const shown = Object.entries(readers) as [State, Reader][];
  const { typical = 'signed' } = readers;
  const waiting: readonly State[] = isStatic ? [] : ['failing', 'slow'];
  return [...shown, ...waiting.map((state) => [state, typical] as const)].map(([state, reader]) => ({
    address,
    reader,
    state,
  }));
}

/** The steps that read nothing but the plan fail and wait in the same component: one of them does in most runs. */
const stepStates = (step: StepId): Scene[] =>
  statesOf(`/questionnaire/${step}`, step === 'step9b' ? ofPlan : ofDraft, {
    isStatic: !isExhaustive && !['step1', 'step8', 'checkout', 'step9'].includes(step),
  });

const ofSigned = { empty: 'new', typical: 'signed', full: 'long' } as const;
const ofPlan = { typical: 'signed', full: 'long' } as const;
const ofDraft = { empty: 'new', typical: 'draft', full: 'longDraft' } as const;

const pagesAfterFirst = stepIds.flatMap((step) =>
  shortPages(step, 'few')
    .slice(1)
    .map((_, at): Scene => ({
      address: `/questionnaire/${step}?page=${at + 2}`,
      reader: 'draft',
      state: 'typical',
      narrow: true,
    })),
);

/** Every page of the person, by area. Each area has one contact sheet. */
export const areas: Readonly<Record<string, readonly Scene[]>> = {
  'before-signing-in': visitorPages.flatMap((address) =>
    statesOf(address, { typical: 'visitor' }, { isStatic: true }),
  ),
  'refused-forms': visitorForms.map((address) => ({ address, reader: 'visitor', state: 'failing' })),
  dashboard: [...statesOf('/dashboard', ofSigned), ...statesOf('/notifications', ofSigned)],
  questions: [...statesOf('/questionnaire', ofDraft), ...stepIds.slice(0, 5).flatMap(stepStates)],
  'last-questions': [
    ...stepIds.slice(5).flatMap(stepStates),
    ...statesOf('/questionnaire/checkout-success', { typical: 'signed' }),
  ],
  'short-pages': pagesAfterFirst,
  plan: [
    ...statesOf('/my-acp', { ...ofPlan, empty: 'draft' }),
    ...['/my-acp/edit', '/my-acp/versions/1', '/my-acp/compare', '/care-plan'].flatMap((address) =>
      statesOf(address, ofPlan),
    ),
  ],
  contacts: [
    ...statesOf('/trusted-contacts', { ...ofPlan, empty: 'draft' }),
    ...statesOf('/manage-file-access/{contact}', ofPlan),
  ],
  settings: [
    ...['profile', 'privacy', 'mfa'].flatMap((page) => statesOf(`/settings/${page}`, ofSigned)),
    ...['password', 'general'].flatMap((page) =>
      statesOf(`/settings/${page}`, { typical: 'signed' }, { isStatic: true }),
    ),
  ],
  'help-and-billing': [
    ...statesOf('/account-and-billing', ofSigned),
    ...statesOf('/my-health-record', ofPlan),
    { address: '/need-help', reader: 'signed', state: 'typical' },
    { address: '/user/location?state=nsw', reader: 'signed', state: 'typical' },
  ],
  ...dialogs,
};
