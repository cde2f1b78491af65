import * as z from 'zod/mini';
import type { FieldError } from '../../errors.ts';
import { normaliseEmail } from '../../fields.ts';
import { phoneProblem, storedPhone } from '../../typed-text/phone.ts';
import { providerRoleIds, type ProviderRoleId } from '../../staff/given-roles.ts';
import { staffJobs, type StaffJob } from '../../staff/jobs.ts';
import { emailErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';
import { customerNameErrors } from '../customers/new-customer.ts';

/** Id of a permission role: a number in calls, a text in a form's list. */
const roleId = z.catch(z.pipe(z.union([z.number(), z.string()]), z.transform(Number)), 0);

const person = { first_name: text, last_name: text, email: text, phone: text, role: text };

type Person = Record<keyof typeof person, string>;

/** Returns the job of a value; empty for none. */
const jobOf = (value: string): StaffJob | '' => staffJobs.find((known) => known === value) ?? '';
const givenRoleOf = (value: number): ProviderRoleId | null =>
  providerRoleIds.find((known) => known === value) ?? null;

/** Returns the errors of a telephone number. Staff need none; a given one must be valid. */
function phoneErrors(phone: string): FieldError[] {
  const found = phone.trim() === '' ? undefined : phoneProblem(phone);
  return problem('phone', found && `field.phone.${found}`);
}

function personErrors(values: Person, asksJob: boolean): FieldError[] {
  const isJob = jobOf(values.role) !== '' || (!asksJob && values.role === '');
  return [
    ...customerNameErrors('first_name', values.first_name),
    ...customerNameErrors('last_name', values.last_name),
    ...emailErrors(values.email),
    ...phoneErrors(values.phone),
    ...problem('role', isJob ? undefined : 'error.user.labelRequired'),
  ];
}

const personOf = (values: Person) => ({
  first_name: values.first_name.trim(),
  last_name: values.last_name.trim(),
  email: normaliseEmail(values.email),
  phone: storedPhone(values.phone),
  role: jobOf(values.role),
});

/** Form to add a staff member to a provider (PUSER-01, GAP-98). */
export const newStaffForm = form(
  { ...person, permission_role_id: roleId },
  (values) => [
    ...personErrors(values, true),
    ...problem(
      'permission_role_id',
      givenRoleOf(values.permission_role_id) === null ? 'error.user.roleRequired' : undefined,
    ),
  ],
  // Valid values have a role. "No role" must not be possible, because it could not be distinguished from the lowest role.
  (values) => ({ ...personOf(values), permission_role_id: givenRoleOf(values.permission_role_id) ?? 3 }),
);

/** Form to change the facts about a staff member. The platform's staff have no job at a provider. */
export const staffChangeForm = ({ asksJob }: { asksJob: boolean }) =>
  form(person, (values) => personErrors(values, asksJob), personOf);

/** Form to change the permission role of a staff member. */
export const permissionRoleForm = form(
  { permission_role_id: roleId },
  ({ permission_role_id }) =>
    problem(
      'permission_role_id',
      givenRoleOf(permission_role_id) === null ? 'error.user.roleRequired' : undefined,
    ),
  ({ permission_role_id }) => ({ permission_role_id }),
);
