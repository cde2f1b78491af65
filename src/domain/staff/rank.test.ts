import { describe, expect, it } from 'vitest';
import { can } from '../access/access.ts';
import { personActor } from '../access/access-actors.fixture.ts';
import type { Subjects } from '../access/subjects.ts';
import { permissionRoleId } from './permission-roles.ts';
import { givesRank, rankOf, staffRanks, type StaffRank } from './rank.ts';

/** Both roles of administrators have every flag, as in the finding: they differ only in rank. */
const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const roleOf = (rank: StaffRank): 'provideradmin' | 'providerview' =>
  rank === 'view' ? 'providerview' : 'provideradmin';

const caller = (rank: StaffRank) =>
  personActor('me', roleOf(rank), { providerId: 'house', permissionRoleId: permissionRoleId(rank), flags });

const paths = {
  own: ['root', 'house'],
  below: ['root', 'house', 'ward'],
  above: ['root'],
  sibling: ['root', 'beside'],
} as const;

const member = (
  rank: StaffRank,
  place: keyof typeof paths,
  more: Partial<Subjects['staff']> = {},
): Subjects['staff'] => ({
  ...{ kind: 'staff' as const, ownerId: 'other', role: roleOf(rank), flags, status: 'active' as const },
  ...{ permission_role_id: permissionRoleId(rank), providerPath: paths[place] },
  provider_id: paths[place].at(-1)!,
  ...more,
});

/** Ranks that each rank may change, by place; `organisation`, `edit` and `view` in this order. */
const table: Readonly<Record<StaffRank, Readonly<Record<keyof typeof paths, string>>>> = {
  organisation: { own: '- yes yes', below: 'yes yes yes', above: '- - -', sibling: '- - -' },
  edit: { own: '- - yes', below: '- yes yes', above: '- - -', sibling: '- - -' },
  view: { own: '- - -', below: '- - -', above: '- - -', sibling: '- - -' },
};

describe('the rank of provider staff', () => {
  it('decides who may change another staff member, for every pair of roles in a provider and across its tree [S-08]', () => {
    for (const own of staffRanks)
      for (const place of ['own', 'below', 'above', 'sibling'] as const) {
        const allowed = staffRanks.map((rank) =>
          can(caller(own), 'staff.change', member(rank, place)) === 'allow' ? 'yes' : '-',
        );
        expect([own, place, allowed.join(' ')]).toEqual([own, place, table[own][place]]);
      }
  });

  it('never lets staff change themselves or a higher rank, wherever that person works [S-08]', () => {
    for (const own of staffRanks)
      for (const place of ['own', 'below'] as const)
        for (const rank of staffRanks) {
          const decide = (more: Partial<Subjects['staff']>) =>
            can(caller(own), 'staff.change', member(rank, place, more));
          expect(decide({ ownerId: 'me' })).not.toBe('allow');
          if (staffRanks.indexOf(rank) < staffRanks.indexOf(own)) {
            expect(decide({})).not.toBe('allow');
            expect(decide({ status: 'invited' })).not.toBe('allow');
          }
        }
  });

  it('lets a manager correct the invitation of a peer until it is accepted [S-08]', () => {
    const peer = (status: 'invited' | 'active' | 'suspended') =>
      can(caller('organisation'), 'staff.change', member('organisation', 'own', { status }));
    expect([peer('invited'), peer('active'), peer('suspended')]).toEqual(['allow', 'forbidden', 'forbidden']);
    expect(can(caller('edit'), 'staff.change', member('edit', 'own', { status: 'invited' }))).toBe(
      'forbidden',
    );
  });

  it('lets only managers give the same rank, and no rank give a higher one [S-08]', () => {
    const given = (own: StaffRank) => staffRanks.filter((rank) => givesRank(own, rank)).join(' ');
    expect(staffRanks.map(given)).toEqual(['organisation edit view', 'view', '']);
    expect(givesRank(null, 'view')).toBe(false);
    expect([0, 4, 5, 6, 7, undefined].map(rankOf)).toEqual([null, null, null, null, null, null]);
  });
});
