import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../domain/access/actors.ts';
import type { MenuViewer } from '../../../../domain/menu/viewer.ts';
import { linksFrom } from './links.ts';

const viewer = (role: Role, more: Partial<MenuViewer> = {}): MenuViewer => ({
  role,
  planComplete: true,
  external: false,
  provider_id: 'banksia',
  subscription_id: null,
  loginProvider: 'password',
  externalProviderSync: false,
  flags: { can_manage_acp: true, can_manage_all: true, can_manage_user: true },
  singleProvider: true,
  superAdmin: false,
  ...more,
});

const tos = (template: string, readerId: string, who: MenuViewer) =>
  linksFrom({ template, user_id: 'margaret' }, readerId, who).map(({ to }) => to);

describe('the link of a notification', () => {
  it.each([
    ['ACP_COMPLETED', ['/my-acp']],
    ['ACP_UPDATED', ['/my-acp']],
    ['CONTACT_INVITATION_ACCEPTED', ['/trusted-contacts']],
    ['ACP_OPENED', ['/settings/privacy', '/my-acp']],
    ['LOGIN_AS_CUSTOMER', ['/settings/privacy']],
    ['TEST', ['/dashboard']],
  ])('leads the owner of %s to a page of theirs [NOTIF-09, GAP-72]', (template, expected) => {
    expect(tos(template, 'margaret', viewer('user'))).toEqual(expected);
  });

  it.each([
    ['ACP_SIGNUP', '/provider/customers/margaret', '/admin/customers/margaret'],
    ['ACP_COMPLETED', '/provider/customers/margaret', '/admin/customers/margaret'],
    ['USER_SIGNUP', '/provider/users', '/admin/users'],
  ])(
    'leads staff notified of %s to their part of the site [NOTIF-09, GAP-72]',
    (template, provider, admin) => {
      expect(tos(template, 'priya', viewer('provideradmin'))).toEqual([provider]);
      expect(tos(template, 'helen', viewer('tlcadmin'))).toEqual([admin]);
    },
  );

  it('leads the staff member who imported customers to the result of that import [NOTIF-12] [GAP-109]', () => {
    const about = {
      template: 'CUSTOMER_IMPORT_SUCCESSFUL',
      user_id: 'priya',
      metadata: { import_id: 'i-1' },
    };
    expect(linksFrom(about, 'priya', viewer('provideradmin'))).toMatchObject([
      { to: '/provider/customers', search: { import: 'i-1' } },
    ]);
    expect(linksFrom(about, 'helen', viewer('admin'))).toMatchObject([
      { to: '/admin/customers', search: { import: 'i-1' } },
    ]);
  });

  it('leads to the step of the contacts while the plan of the owner is not signed [S-01]', () => {
    expect(tos('CONTACT_SUGGESTED', 'margaret', viewer('user'))).toEqual(['/trusted-contacts']);
    const draft = viewer('user', { planComplete: false });
    expect(tos('CONTACT_SUGGESTED', 'margaret', draft)).toEqual(['/questionnaire/step8']);
  });

  it('never leads to a page that the reader does not have', () => {
    expect(tos('ACP_COMPLETED', 'margaret', viewer('user', { planComplete: false }))).toEqual([]);
    expect(tos('USER_SIGNUP', 'tom', viewer('providerview'))).toEqual([]);
    expect(tos('NEW_REGISTERED_PROVIDER', 'priya', viewer('provideradmin'))).toEqual([]);
    expect(tos('NEW_REGISTERED_PROVIDER', 'helen', viewer('admin'))).toEqual(['/admin/providers/registered']);
    expect(tos('CLINICAL_KEY_ADDED', 'helen', viewer('provideradmin'))).toEqual(['/provider/integrations']);
    expect(tos('SOMETHING_NEW', 'margaret', viewer('user'))).toEqual([]);
    expect(tos('constructor', 'margaret', viewer('user'))).toEqual([]);
  });
});
