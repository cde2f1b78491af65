import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { newStaffForm, permissionRoleForm, staffChangeForm } from './staff-member.ts';

const good = {
  first_name: 'Priya',
  last_name: 'Nair',
  email: 'priya@test.example',
  phone: '',
  role: 'nurse',
  permission_role_id: '2',
};
const problems = (more: object) => {
  const read = readForm(newStaffForm, { ...good, ...more });
  return read.ok ? [] : read.fields.map(({ field, message }) => `${field} ${message}`);
};

describe('the form of a staff member', () => {
  it.each(['nurse', 'allied-health', 'manager', 'doctor', 'personal-carer', 'other'])(
    'accepts the job %s [PUSER-01]',
    (role) => {
      expect(readForm(newStaffForm, { ...good, role })).toMatchObject({ ok: true, value: { role } });
    },
  );

  it('returns the address in lower case without blanks, and the role as a number [GAP-98]', () => {
    expect(
      readForm(newStaffForm, {
        ...good,
        email: '  Priya@TEST.example ',
        first_name: ' Priya ',
        last_name: ' Nair ',
        phone: ' ',
      }),
    ).toEqual({
      ok: true,
      value: { ...good, permission_role_id: 2 },
    });
  });

  it.each<[object, string]>([
    [{ first_name: '' }, 'first_name field.required'],
    [{ first_name: 'P' }, 'first_name field.lengthBetween'],
    [{ last_name: 'N'.repeat(31) }, 'last_name field.lengthBetween'],
    [{ email: '' }, 'email field.email.required'],
    [{ email: 'priya' }, 'email field.email.invalid'],
    [{ phone: '12' }, 'phone field.phone.format'],
    [{ role: '' }, 'role error.user.labelRequired'],
    [{ role: 'Nurse' }, 'role error.user.labelRequired'],
    [{ permission_role_id: '' }, 'permission_role_id error.user.roleRequired'],
  ])('reports at the field the error of %j: %s [GAP-98]', (more, expected) => {
    expect(problems(more)).toEqual([expected]);
  });

  it('accepts only the three permission roles of a provider, whatever is sent [security 4, PERM-03]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.string(), fc.double(), fc.boolean()), (sent) => {
        const read = readForm(permissionRoleForm, { permission_role_id: sent });
        const isRole = [1, 2, 3].includes(Number(sent)) && typeof sent !== 'boolean';
        if (isRole) expect(read).toEqual({ ok: true, value: { permission_role_id: Number(sent) } });
        else
          expect(read).toEqual({
            ok: false,
            fields: [{ field: 'permission_role_id', message: 'error.user.roleRequired' }],
          });
      }),
    );
    expect(readForm(permissionRoleForm, { permission_role_id: '2' })).toEqual({
      ok: true,
      value: { permission_role_id: 2 },
    });
    for (const id of [4, 5, 6, 7]) expect(problems({ permission_role_id: id })).toHaveLength(1);
  });

  it('requires no job for the platform’s staff', () => {
    const { permission_role_id: _, ...person } = good;
    const read = (asksJob: boolean) => readForm(staffChangeForm({ asksJob }), { ...person, role: '' }).ok;
    expect([read(true), read(false)]).toEqual([false, true]);
    // A job that is sent must still be valid.
    expect(readForm(staffChangeForm({ asksJob: false }), { ...person, role: 'king' }).ok).toBe(false);
  });
});
