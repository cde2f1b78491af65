import * as accounts from './features/accounts/operations.ts';
import * as acp from './features/acp/operations.ts';
import * as plan from './features/acp/plan-pdf-operation.ts';
import * as emergency from './features/emergency/operations.ts';
import * as notifications from './features/notifications/operations.ts';
import * as sharing from './features/sharing/operations.ts';
import type { Operation } from './operation.ts';

const isOperation = (value: unknown): value is Operation<unknown> =>
  typeof value === 'object' && value !== null && 'action' in value && 'call' in value;

/** Every operation of the product. The access matrix walks this list, so one that is missing here fails a test. */
export const operations: readonly Operation<unknown>[] = [accounts, acp, plan, emergency, notifications, sharing].flatMap(
  (feature) => Object.values(feature).filter(isOperation),
);
