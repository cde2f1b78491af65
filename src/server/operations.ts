import * as cards from './features/accounts/card-operations.ts';
import * as accounts from './features/accounts/operations.ts';
import * as profiles from './features/accounts/profile-operations.ts';
import * as signUps from './features/accounts/sign-up-operations.ts';
import * as acp from './features/acp/operations.ts';
import * as planPdf from './features/acp/plan-pdf-operation.ts';
import * as emergency from './features/emergency/operations.ts';
import * as notifications from './features/notifications/operations.ts';
import * as sharing from './features/sharing/operations.ts';
import type { Operation } from './operation.ts';

const features = [cards, accounts, profiles, signUps, acp, planPdf, emergency, notifications, sharing];

const isOperation = (value: unknown): value is Operation<unknown> =>
  typeof value === 'object' && value !== null && 'action' in value && 'call' in value;

/** Every operation of the product. The access matrix walks this list, and finds one that is declared elsewhere. */
export const operations: readonly Operation<unknown>[] = features.flatMap((feature) =>
  Object.values(feature).filter(isOperation),
);
