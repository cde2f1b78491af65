import { describe, expect, it } from 'vitest';
import type { MenuViewer } from './viewer.ts';
import { customer, every, providerAdmin } from './menu.fixture.ts';
import { placeOf } from './menu.ts';

describe('how an address of a menu is resolved for a user', () => {
  const admin: MenuViewer = { ...customer, role: 'admin' };
  const superAdmin: MenuViewer = { ...customer, role: 'sysadmin', superAdmin: true };

  it.each([
    ['/manage-file-access/42|7', customer],
    ['/admin/providers/registered', admin],
    ['/provider/customers/42', providerAdmin],
    ['/super-admin/manage-legacy-files', superAdmin],
    ['/super-admin/manage-eol-files', superAdmin],
  ])('is a page at %s of the specification, for its audience [MENU-06]', (path, viewer) => {
    expect(placeOf(path, viewer)).toEqual({ kind: 'page' });
    for (const other of [null, customer, providerAdmin, admin, superAdmin])
      if (other !== viewer && !(other === superAdmin && viewer === admin))
        expect([path, other?.role, placeOf(path, other).kind]).toEqual([path, other?.role, 'closed']);
  });

  it('is a page for a tab of one that has others under it, and leads to none of these [GAP-101, FAC-01]', () => {
    expect(placeOf('/admin/providers/care-facilities', admin)).toEqual({ kind: 'page' });
    for (const other of [null, customer, providerAdmin])
      expect(placeOf('/admin/providers/care-facilities', other)).toEqual({ kind: 'closed' });
  });

  it('is a page for people whose menu has it, and closed for all others [GAP-100]', () => {
    expect(placeOf('/trusted-contacts', customer)).toEqual({ kind: 'page' });
    expect(placeOf('/provider/reports/audit', providerAdmin)).toEqual({ kind: 'page' });
    expect(placeOf('/provider/settings', providerAdmin)).toEqual({ kind: 'page' });
    expect(placeOf('/admin/providers/registered', admin)).toEqual({ kind: 'page' });
    for (const [path, viewer] of [
      ['/trusted-contacts', providerAdmin],
      ['/provider/users', { ...providerAdmin, role: 'providerview' }],
      ['/provider/users', { ...providerAdmin, flags: { ...every, can_manage_user: false } }],
      ['/provider/customers', customer],
      ['/admin/customers', providerAdmin],
      ['/super-admin/manage-eol-files', { ...admin, role: 'sysadmin' }],
      ['/my-health-record', { ...customer, external: true }],
      ['/account-and-billing', { ...customer, planComplete: false, provider_id: 'p' }],
      ['/my-acp', null],
      ['/admin/customers', null],
    ] as const)
      expect([path, placeOf(path, viewer).kind]).toEqual([path, 'closed']);
  });

  it('opens later for a customer whose plan is not complete [MENU-07]', () => {
    const draft = { ...customer, planComplete: false };
    for (const path of ['/my-acp', '/trusted-contacts', '/account-and-billing', '/my-health-record'])
      expect(placeOf(path, draft)).toEqual({ kind: 'locked' });
    expect(placeOf('/settings/privacy', draft)).toEqual({ kind: 'page' });
  });

  it('leads on to the first page if it is only the name of a group [MENU-01, MENU-05]', () => {
    expect(placeOf('/settings', customer)).toEqual({ kind: 'group', first: '/settings/profile' });
    expect(placeOf('/admin/reports', admin)).toEqual({ kind: 'group', first: '/admin/reports/company' });
    expect(placeOf('/admin/settings', admin)).toEqual({ kind: 'group', first: '/admin/settings/email' });
    expect(placeOf('/provider/reports', customer)).toEqual({ kind: 'closed' });
  });

  it('is that of its menu page if it is about one person', () => {
    expect(placeOf('/provider/customers/42', providerAdmin)).toEqual({ kind: 'page' });
    expect(placeOf('/provider/customers/42', admin)).toEqual({ kind: 'closed' });
    expect(placeOf('/admin/customers/42', admin)).toEqual({ kind: 'page' });
    expect(placeOf('/manage-file-access/42%7C7', customer)).toEqual({ kind: 'page' });
    expect(placeOf('/manage-file-access/42|7', { ...customer, planComplete: false }).kind).toBe('locked');
    expect(placeOf('/provider/customers/42/43', providerAdmin)).toEqual({ kind: 'unknown' });
  });

  it('is unknown if no menu has it', () => {
    for (const viewer of [null, customer, providerAdmin, admin])
      expect(placeOf('/nowhere', viewer)).toEqual({ kind: 'unknown' });
  });
});
