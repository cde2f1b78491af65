import { expect, it } from 'vitest';
import { roles } from '../../../domain/access/actors.ts';
import { isSuperAdmin } from './super-admin.ts';

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const sam = (role: (typeof roles)[number] = 'sysadmin') => ({
  email: 'sam@wattle.example',
  permission_role: { role, ...flags },
});

it('is in production only the system administrator whom the operator names, and no user if none is named [SUPER-02]', () => {
  const production = (superAdminEmail: string | undefined) =>
    ({ environment: 'prod', superAdminEmail }) as const;
  expect(isSuperAdmin(production('sam@wattle.example'), sam())).toBe(true);
  expect(isSuperAdmin(production('other@wattle.example'), sam())).toBe(false);
  expect(isSuperAdmin(production(undefined), sam())).toBe(false);
});

it('is each system administrator outside production, and never another role [SUPER-02, CONST-04]', () => {
  for (const environment of ['development', 'test', 'prod'] as const) {
    const config = { environment, superAdminEmail: 'sam@wattle.example' };
    for (const role of roles)
      expect([role, isSuperAdmin(config, sam(role))]).toEqual([role, role === 'sysadmin']);
  }
});
