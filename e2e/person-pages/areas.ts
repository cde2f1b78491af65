import { stepIds } from '../../src/domain/questionnaire/answers.ts';
import { shortPages } from '../../src/domain/questionnaire/answering/short-pages.ts';
import type { Reader, State } from './states.ts';

/** One page in one state. */
export type Scene = {
  address: string;
  reader: Reader;
  state: State;
  /** Shown on narrow screens only. */
  narrow?: true;
};

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

/** A page of a signed-in person in the states of the readers given, and failing and slow for the typical one. */
function statesOf(address: string, readers: Partial<Record<'empty' | 'typical' | 'full', Reader>>): Scene[] {
  const shown = Object.entries(readers).map(([state, reader]): Scene => ({
    address,
    reader,
    state: state as State,
  }));
  const { typical = 'signed' } = readers;
  return [
    ...shown,
    { address, reader: typical, state: 'failing' },
    { address, reader: typical, state: 'slow' },
  ];
}

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
  'before-signing-in': visitorPages.map((address): Scene => ({ address, reader: 'visitor', state: 'typical' })),
  dashboard: [...statesOf('/dashboard', { ...ofSigned, typical: 'signed' }), ...statesOf('/notifications', ofSigned)],
  questions: [
    ...statesOf('/questionnaire', ofDraft),
    ...stepIds.slice(0, 5).flatMap((step) => statesOf(`/questionnaire/${step}`, ofDraft)),
  ],
  'last-questions': [
    ...stepIds.slice(5).flatMap((step) => statesOf(`/questionnaire/${step}`, ofDraft)),
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
  settings: ['profile', 'password', 'privacy', 'mfa', 'general'].flatMap((page) =>
    statesOf(`/settings/${page}`, ofSigned),
  ),
  'help-and-billing': [
    ...statesOf('/account-and-billing', ofSigned),
    ...statesOf('/my-health-record', ofPlan),
    { address: '/need-help', reader: 'signed', state: 'typical' },
    { address: '/user/location?state=nsw', reader: 'signed', state: 'typical' },
  ],
};
