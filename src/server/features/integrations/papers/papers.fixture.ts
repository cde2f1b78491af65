import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startScanner, type Scanner } from '../../../../../testing/stand-ins/scanner.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { clamdScan } from '../../../ports/virus-scan/clamd.ts';
import { clear, resident, startCareHouse, type CareHouse, type Resident } from '../sync/sync.fixture.ts';
import { fetchPapers } from './fetch-papers.ts';

/**
 * A connected house with a virus scanner for the tests of a suite. Before each test it gets a linked resident with a draft, and has no
 * other links.
 */
export function houseWithPapers() {
  let house: CareHouse;
  let scanner: Scanner;
  let ann: Resident;
  beforeAll(async () => {
    house = await startCareHouse();
    scanner = await startScanner();
    house.services.virusScan = clamdScan({ host: scanner.host, port: scanner.port });
  }, 60_000);
  beforeEach(async () => {
    await clear(house);
    ann = await resident(house, 'draft');
  });
  afterAll(async () => {
    await scanner.close();
    await house.close();
  });
  return {
    get house() {
      return house;
    },
    /** The resident of the current test. */
    get ann() {
      return ann;
    },
    /** Fetches the papers of all linked residents by one job. */
    fetch: () => fetchPapers(ownContext(house.services), { integrationId: house.integrationId, after: null }),
    /** Loads the plan of the current resident. */
    plan: () =>
      house.services.db
        .selectFrom('acps')
        .select(['status', 'external', 'completed_at'])
        .where('id', '=', ann.acpId)
        .executeTakeFirstOrThrow(),
  };
}
