import { isTemplate, type Flags, type TemplateId } from '../../../domain/permissions/templates.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

const Roles = graphql(`
  query getPermissionRoles {
    getPermissionRoles {
      id
      can_manage_acp
      can_manage_all
      can_manage_user
      users
      version
    }
  }
`);

const Users = graphql(`
  query getPermissionRoleUsers($id: String!, $offset: Int) {
    getPermissionRoleUsers(id: $id, offset: $offset) {
      count
      count_is_exact
      data {
        id
        first_name
        last_name
        email
        provider
      }
    }
  }
`);

const Save = graphql(`
  mutation updatePermissionRole(
    $id: Int!
    $version: Int!
    $can_manage_acp: Boolean!
    $can_manage_all: Boolean!
    $can_manage_user: Boolean!
  ) {
    updatePermissionRole(
      id: $id
      version: $version
      can_manage_acp: $can_manage_acp
      can_manage_all: $can_manage_all
      can_manage_user: $can_manage_user
    ) {
      id
      can_manage_acp
      can_manage_all
      can_manage_user
      users
      version
    }
  }
`);

type Role = ResultOf<typeof Roles>['getPermissionRoles'][number];

/** A role that administrators can edit, as saved. */
export type SavedTemplate = { id: TemplateId; version: number; users: number; flags: Flags };

const savedOf = ({ id, version, users, can_manage_acp, can_manage_all, can_manage_user }: Role) =>
  isTemplate(id)
    ? [{ id, version, users: users ?? 0, flags: { can_manage_acp, can_manage_user, can_manage_all } }]
    : [];

/** Reads the two templates. */
export function useTemplates(): Read<SavedTemplate[]> {
  const read = useRead(Roles, {}, { refresh: true });
  return mapRead(read, ({ getPermissionRoles }) => getPermissionRoles.flatMap(savedOf));
}

/** Reads the users of a template, ten at a time. */
export function useTemplateUsers(id: TemplateId, offset: number) {
  const read = useRead(Users, { id: String(id), offset }, { fresh: true });
  return mapRead(read, ({ getPermissionRoleUsers }) => getPermissionRoleUsers);
}

/**
 * Saves the flags of a template. @throws ApiError, `conflict` if another person has saved meanwhile or a provider would have no
 * user with all rights left
 */
export const saveTemplate = (id: TemplateId, version: number, flags: Flags) =>
  call(Save, { id, version, ...flags });
