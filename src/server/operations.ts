import * as cards from './features/accounts/card-operations.ts';
import * as consents from './features/accounts/consent-operations.ts';
import * as customers from './features/accounts/customer-operations.ts';
import * as accounts from './features/accounts/operations.ts';
import * as passwords from './features/accounts/password-operations.ts';
import * as ownProfiles from './features/accounts/own-profile-operations.ts';
import * as profiles from './features/accounts/profile-operations.ts';
import * as secondStepApps from './features/accounts/second-step-app-operations.ts';
import * as secondSteps from './features/accounts/second-step-operations.ts';
import * as secondStepPhones from './features/accounts/second-step-phone-operations.ts';
import * as secondStepSignIns from './features/accounts/second-step-sign-in.ts';
import * as sessions from './features/accounts/session-operations.ts';
import * as signUps from './features/accounts/sign-up-operations.ts';
import * as acp from './features/acp/operations.ts';
import * as planPdf from './features/acp/plan-pdf-operation.ts';
import * as emergency from './features/emergency/operations.ts';
import * as help from './features/help/operations.ts';
import * as mailSettings from './features/mail-settings/operations.ts';
import * as notifications from './features/notifications/operations.ts';
import * as deletions from './features/own-data/deletion-operations.ts';
import * as exports from './features/own-data/export-operations.ts';
import * as openings from './features/own-data/opening-operations.ts';
import * as pictures from './features/pictures/operations.ts';
import * as overview from './features/overview/operations.ts';
import * as providers from './features/providers/operations.ts';
import * as sharing from './features/sharing/operations.ts';
import type { Operation } from './operation.ts';

const features = [
  cards,
  accounts,
  profiles,
  signUps,
  acp,
  planPdf,
  emergency,
  notifications,
  sharing,
  overview,
  providers,
  mailSettings,
  help,
  secondSteps,
  secondStepPhones,
  secondStepApps,
  secondStepSignIns,
  customers,
  passwords,
  sessions,
  consents,
  ownProfiles,
  pictures,
  exports,
  deletions,
  openings,
];

const isOperation = (value: unknown): value is Operation<unknown> =>
  typeof value === 'object' && value !== null && 'action' in value && 'call' in value;

/** Every operation of the product. The access matrix walks this list, and finds one that is declared elsewhere. */
export const operations: readonly Operation<unknown>[] = features.flatMap((feature) =>
  Object.values(feature).filter(isOperation),
);
