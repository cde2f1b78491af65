import { sql } from 'kysely';
import { customerRoleId } from '../../domain/staff/permission-roles.ts';

/**
 * The permission role of customers, for conditions on `users.permission_role_id`. It is a literal, because PostgreSQL uses the
 * partial indexes of staff and of customers only if the role is part of the statement.
 */
export const customerRole = sql.lit(customerRoleId);
