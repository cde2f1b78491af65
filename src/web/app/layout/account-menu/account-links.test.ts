import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../person.ts';
import { initialsOf, mainAccountLink, nameOf, roleLinks } from './account-links.ts';

const person: SessionUser = {
  id: 'u1',
  first_name: 'Margaret',
  last_name: 'Citizen',
  email: 'margaret.c@example.com',
  language: 'en',
  provider_id: null,
  provider: null,
  super_admin: false,
  subscription_id: null,
  permission_role: { role: 'user', can_manage_acp: false, can_manage_all: false, can_manage_user: false },
  status: 'active',
  login_provider: 'password',
  cognito_sync_status: null,
  for_my_self: true,
  account_owner: 'self',
  image: null,
  date_format: 'DD/MM/YY',
  customer_columns: null,
  delete_on: null,
  removed_by_staff: false,
  consents: [],
  consents_due: { eusa: false, privacy: false },
  acting: null,
  together: null,
  second_step_due: false,
  acps: [
    { id: 'a', status: 'complete', external: false, completed_at: '2026-03-12', version: 2, plan_version: 1 },
  ],
};
const draft: SessionUser = { ...person, acps: person.acps.map((plan) => ({ ...plan, status: 'draft' })) };
const as = (role: SessionUser['permission_role']['role'], can_manage_acp = true): SessionUser => ({
  ...draft,
  permission_role: { ...person.permission_role, role, can_manage_acp },
});

describe('the account menu', () => {
  it('shows the name, or the address of a user without a name [LAYOUT-03]', () => {
    expect(nameOf(person)).toBe('Margaret Citizen');
    expect(nameOf({ ...person, first_name: null, last_name: null })).toBe('margaret.c@example.com');
    expect(initialsOf(person)).toBe('MC');
    expect(initialsOf({ ...person, first_name: '𠮷美', last_name: null })).toBe('𠮷美');
  });

  it('links to the dashboard [LAYOUT-04]', () => {
    expect(mainAccountLink(person)).toEqual({ label: 'avatar.dashboard', to: '/dashboard' });
    expect(mainAccountLink(as('provideradmin')).to).toBe('/dashboard');
  });

  it('links to the questionnaire while the plan is not complete [LAYOUT-05]', () => {
    expect(mainAccountLink(draft)).toEqual({ label: 'avatar.completeMyAcp', to: '/questionnaire' });
    expect(mainAccountLink({ ...draft, acps: [] }).to).toBe('/questionnaire');
    const external = { ...draft, acps: draft.acps.map((plan) => ({ ...plan, external: true })) };
    expect(mainAccountLink(external).to).toBe('/dashboard');
  });

  it('has the links of each role [LAYOUT-06]', () => {
    const links = (user: SessionUser) => roleLinks(user).map((link) => link.to);
    expect(links(person)).toEqual(['/settings/profile', '/account-and-billing', '/need-help']);
    expect(links({ ...person, provider_id: 'p' })).toEqual(['/settings/profile', '/need-help']);
    expect(links(as('provideradmin'))).toEqual(['/provider/settings', '/provider/customers']);
    expect(links(as('provideradmin', false))).toEqual(['/provider/settings']);
    expect(links(as('providerview'))).toEqual(['/provider/settings', '/provider/customers']);
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const)
      expect(links(as(role))).toEqual(['/admin/settings/email', '/admin/providers']);
  });
});
