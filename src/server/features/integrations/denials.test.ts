import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../pipeline/operation.ts';
import { feature } from './feature.ts';
import { outcomeOf, resident, startIntegrations, type IntegrationTest } from './integrations.fixture.ts';
import { getIntegrations } from './connection/all-connections.ts';
import * as connection from './connection/connection-operations.ts';
import { cleanUpLinks, getSystemCleanup, undoCleanUp } from './links/cleanup-operations.ts';
import { inviteResidents } from './links/invite-operation.ts';
import { linkResident, unlinkResident } from './links/link-operations.ts';
import { getUserIntegrations } from './links/of-customer.ts';
import { getActiveResidents, getLinkCandidates } from './residents/list-operations.ts';
import { batchSync, getBatchSyncStatus, syncAcp } from './sync/staff-operations.ts';
import { loadActiveResidents } from './residents/load-operation.ts';
import { saveSystemConfig } from './connection/connection-operations.ts';
import { simulatedWords } from './integrations.fixture.ts';

let it_: IntegrationTest;
let linked: string;
let linkId: string;
let cleanupId: string;
beforeAll(async () => {
  it_ = await startIntegrations();
  await it_.connect();
  await saveSystemConfig.call(it_.as(it_.otherManager), { ...simulatedWords, version: null });
  it_.list(resident('R-1'), resident('R-2'));
  await it_.load();
  linked = await it_.customer();
  await it_.link('R-1', linked);
  await it_.link('R-2', await it_.customer());
  it_.list();
  await it_.load();
  const { found } = await getSystemCleanup.call(it_.as(it_.manager), {});
  linkId = found.find(({ resident_id }) => resident_id === 'R-1')!.link_id;
  const { done } = await cleanUpLinks.call(it_.as(it_.manager), {
    links: [found.find(({ resident_id }) => resident_id === 'R-2')!.link_id],
  });
  cleanupId = done[0]!.cleanup_id;
});
afterAll(() => it_.close());

/** For each operation about a provider, its input without the provider. */
const calls = (): [Operation<unknown>, object][] => [
  [connection.getSystemConfig, {}],
  [connection.saveSystemConfig, { ...simulatedWords, version: 0 }],
  [connection.removeSystemConfig, { version: 0 }],
  [connection.checkCredentials, {}],
  [loadActiveResidents, {}],
  [getActiveResidents, {}],
  [getLinkCandidates, { resident_id: 'R-1' }],
  [linkResident, { resident_id: 'R-1', user_id: linked, compared: true }],
  [unlinkResident, { resident_id: 'R-1' }],
  [inviteResidents, { resident_ids: ['R-1'] }],
  [getSystemCleanup, {}],
  [cleanUpLinks, { links: [linkId] }],
  [undoCleanUp, { cleanup_id: cleanupId }],
  [batchSync, { action: 'start' }],
  [getBatchSyncStatus, {}],
  [syncAcp, { resident_id: 'R-1' }],
];

const outcomes = async (who: Parameters<IntegrationTest['as']>[0], provider_id: string | undefined) => {
  const found = new Set<string>();
  for (const [operation, input] of calls())
    found.add(await outcomeOf(operation.call(it_.as(who), { ...input, provider_id })));
  return [...found];
};

describe('the integrations of a provider', () => {
  it('do not exist for staff of another provider, in any operation [INTEG-02, GAP-110]', async () => {
    expect(await outcomes(it_.otherManager, it_.root)).toEqual(['not-found']);
    expect(await outcomes(it_.manager, it_.other)).toEqual(['not-found']);
    expect(await outcomes(await it_.staff('provideradmin', it_.house), it_.root)).toEqual(['not-found']);
  });

  it('are refused to viewers, to staff without can_manage_all, and to customers [INTEG-02, GAP-110, D-46]', async () => {
    expect(await outcomes(await it_.staff('providerview'), undefined)).toEqual(['forbidden']);
    const { actor } = it_.manager;
    const without = { ...it_.manager, actor: { ...actor, flags: { ...actor.flags, can_manage_all: false } } };
    expect(await outcomes(without, undefined)).toEqual(['forbidden']);
    const customer = { ...it_.manager, actor: { ...actor, role: 'user' as const } };
    expect(await outcomes(customer, it_.root)).toEqual(['not-found']);
  });

  it('are called here by every operation about one provider [INTEG-02]', () => {
    const named = new Set(calls().map(([{ name }]) => name));
    const all = feature.operations.flatMap((module) => Object.values(module) as Operation<unknown>[]);
    const own = all.filter(({ action }) => action === 'integration.read' || action === 'integration.change');
    expect(own.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });

  it('change nothing by ids of another provider in the call of one’s own [INTEG-04, INTEG-05, GAP-110]', async () => {
    const theirs = it_.as(it_.otherManager);
    expect(await outcomeOf(cleanUpLinks.call(theirs, { links: [linkId] }))).toBe(
      'conflict form error.changedMeanwhile',
    );
    expect(await outcomeOf(undoCleanUp.call(theirs, { cleanup_id: cleanupId }))).toBe(
      'conflict form error.integration.cleanupGone',
    );
    expect(await outcomeOf(unlinkResident.call(theirs, { resident_id: 'R-1' }))).toMatch(/^invalid/);
    expect(await getLinkCandidates.call(theirs, { resident_id: 'R-1', search: 'Ann' })).toEqual({ data: [] });
    expect(await getSystemCleanup.call(theirs, {})).toEqual({ found: [], done: [] });
    expect(await getActiveResidents.call(theirs, {})).toMatchObject({ counts: { all: 0 }, data: [] });
    expect(await it_.entriesOf(linked)).toHaveLength(1);
  });

  it('are open to the manager of a provider above, and to administrators who name the provider [INTEG-02, PROD-15, PROD-16]', async () => {
    const own = it_.as(it_.manager);
    expect(await getSystemCleanup.call(own, { provider_id: it_.root })).toMatchObject({ found: [{}] });
    expect(await connection.getSystemConfig.call(own, { provider_id: it_.house })).toMatchObject({
      connection: null,
    });
    const admin = it_.as(it_.admin);
    expect(await getSystemCleanup.call(admin, { provider_id: it_.root })).toMatchObject({ found: [{}] });
    expect(await outcomeOf(getSystemCleanup.call(admin, {}))).toBe(
      'invalid provider_id error.customer.provider',
    );
  });

  it('are listed for administrators only, without secrets [INTEG-04, PROD-16]', async () => {
    const { count, data } = await getIntegrations.call(it_.as(it_.admin), {});
    expect(count).toBe(2);
    expect(data).toMatchObject([
      { provider_id: it_.root, provider: 'Banksia', state: 'connected', linked: 1, last_sync_at: null },
      { provider_id: it_.other, provider: 'Correa', state: 'notChecked', linked: 0 },
    ]);
    expect(JSON.stringify(data)).not.toContain(simulatedWords.secret);
    expect(await outcomeOf(getIntegrations.call(it_.as(it_.manager), {}))).toBe('forbidden');
  });
});

describe('the integrations of a customer', () => {
  it('are shown to managers of the provider only [INTEG-03]', async () => {
    const outcome = (who: Parameters<IntegrationTest['as']>[0]) =>
      outcomeOf(getUserIntegrations.call(it_.as(who), { user_id: linked }));
    expect(await outcome(it_.manager)).toBe('done');
    expect(await outcome(it_.admin)).toBe('done');
    expect(await outcome(it_.otherManager)).toBe('not-found');
    expect(await outcome(await it_.staff('providerview'))).toBe('forbidden');
    const self = { ...it_.manager.actor, role: 'user' as const, userId: linked };
    expect(await outcome({ ...it_.manager, actor: self })).toBe('not-found');
    const staffId = it_.manager.userId;
    expect(await outcomeOf(getUserIntegrations.call(it_.as(it_.admin), { user_id: staffId }))).toBe(
      'not-found',
    );
  });

  it('do not include the link of a provider that the customer left [INTEG-03]', async () => {
    await it_.test.services.db
      .updateTable('users')
      .set({ provider_id: it_.other })
      .where('id', '=', linked)
      .execute();
    expect(await getUserIntegrations.call(it_.as(it_.otherManager), { user_id: linked })).toEqual({
      integrations: [],
    });
  });
});
