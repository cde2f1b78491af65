import { expect, it } from 'vitest';
import { callerOf } from './staff.ts';

type Caller = Parameters<typeof callerOf>[0];

const flags = { can_manage_acp: false, can_manage_all: false, can_manage_user: true };
const caller = (role: 'provideradmin' | 'providerview' | 'admin', more: object = {}, children = true) =>
  callerOf({
    id: 'a',
    permission_role: { role, ...flags, ...more },
    provider: { name: 'Banksia House', logo: null, has_children: children },
  } as Caller);

it('lets callers who add staff choose the provider if there are several, also callers who manage no customers [GAP-98, PUSER-02]', () => {
  expect(caller('provideradmin')).toMatchObject({ adds: true, choosesProvider: true });
  expect(caller('provideradmin', {}, false)).toMatchObject({ adds: true, choosesProvider: false });
  expect(caller('admin')).toMatchObject({ adds: true, choosesProvider: true });
});

it('lets no caller choose who adds no staff [PERM-08]', () => {
  expect(caller('provideradmin', { can_manage_user: false })).toMatchObject({
    adds: false,
    choosesProvider: false,
  });
  expect(caller('providerview')).toMatchObject({ adds: false, choosesProvider: false });
});
