import { scopeOf } from '../../../../domain/access/scope.ts';
import { listInput } from '../../../../domain/lists/list-input.ts';
import { queryOf } from '../../../../domain/lists/query.ts';
import { registeredProviderList } from '../../../../domain/lists/definitions/registered-providers.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findRegistered } from './list-store.ts';

/** Returns the providers whose contact person was invited, and whether they accepted (GAP-90, PROV-33, PROV-34). */
export const getRegisteredProviders = operation({
  name: 'getRegisteredProviders',
  kind: 'read',
  reads: 'replica',
  input: listInput(registeredProviderList),
  access: { action: 'providers.registered', subject: nothing },
  run: ({ input, actor, tx, now }) =>
    findRegistered(tx, scopeOf(actor), queryOf(registeredProviderList, input), now),
});
