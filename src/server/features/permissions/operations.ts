import * as z from 'zod/mini';
import { scopeOf } from '../../../domain/access/scope.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import { permissionRoleUserList } from '../../../domain/lists/definitions/permission-role-users.ts';
import {
  changeOf,
  flagsWithin,
  hasAll,
  isTemplate,
  type TemplateId,
} from '../../../domain/permissions/templates.ts';
import { lockStaff } from '../../db/organisation-locks.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import * as store from './store.ts';

/** @throws AppError `not-found` for a role that is no template */
function templateOf(id: number): TemplateId {
  if (!isTemplate(id)) throw new AppError('not-found');
  return id;
}

/** Returns all permission roles, with the number of staff visible to the caller who have each (API-51). */
export const getPermissionRoles = operation({
  name: 'getPermissionRoles',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'permissions.read', subject: nothing },
  run: ({ actor, tx }) => store.findRoles(tx, scopeOf(actor)),
});

/** Returns the people with one of the two editable roles, ten a page. @throws AppError `not-found` for another role */
export const getPermissionRoleUsers = operation({
  name: 'getPermissionRoleUsers',
  kind: 'read',
  input: listInput(permissionRoleUserList, { id: z.string().check(z.regex(/^[0-9]{1,4}$/)) }),
  access: { action: 'permissions.change', subject: nothing },
  run: ({ input, actor, tx }) =>
    store.findRoleUsers(
      tx,
      scopeOf(actor),
      templateOf(Number(input.id)),
      queryOf(permissionRoleUserList, input),
    ),
});

/**
 * Changes the permissions of one of the two templates (PERM-06 to PERM-08, API-51). It applies to the next request of each
 * person, because every request reads the flags again.
 * @throws AppError `not-found` for another role; `invalid` for a flag that is not part of the role; `conflict` with
 * `details.version` and `details.saved`, and, if a provider would be left without a user with all rights, with their number in
 * `details.count` and the first ten names in `details.providers` (GAP-99)
 */
export const updatePermissionRole = operation({
  name: 'updatePermissionRole',
  kind: 'write',
  input: z.strictObject({
    id: z.int(),
    version: z.int(),
    can_manage_acp: z.boolean(),
    can_manage_all: z.boolean(),
    can_manage_user: z.boolean(),
  }),
  access: { action: 'permissions.change', subject: nothing },
  async run({ input, actor, tx, auditDetails }) {
    const { id: _, version, ...flags } = input;
    const id = templateOf(input.id);
    if (changeOf(flagsWithin(id, flags), flags).added.length > 0)
      refuseInvalid([{ field: 'can_manage_all', message: 'permissions.right.notInRole' }]);
    await lockStaff(tx);
    const { version: now, ...saved } = await store.lockTemplate(tx, id);
    if (now !== version) throw new AppError('conflict', { details: { version: now, saved } });
    if (hasAll(saved) && !hasAll(flags)) {
      const { count, names } = await store.findLeftAlone(tx, id);
      if (count > 0)
        throw new AppError('conflict', {
          fields: [{ field: 'form', message: 'error.user.lastManager' }],
          details: { count, providers: names },
        });
    }
    await store.saveTemplate(tx, id, flags);
    const { added, removed } = changeOf(saved, flags);
    auditDetails({ role_id: id, added: added.join(' '), removed: removed.join(' ') });
    const roles = await store.findRoles(tx, scopeOf(actor));
    return roles.find((role) => role.id === id)!;
  },
});
