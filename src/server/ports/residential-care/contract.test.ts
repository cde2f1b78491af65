import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { simulatedSystem } from '../../../domain/integrations/simulated-system.ts';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import { ecaseCare } from './ecase.ts';
import { openCare } from './open-care.ts';
import { CareError, type CareConnection, type CareResident, type ResidentialCare } from './port.ts';
import { startCareStandIn, type CareStandIn } from './stand-in/stand-in.ts';

const connection: CareConnection = { ...simulatedSystem };

const resident = (at: number, more: Partial<CareResident> = {}): CareResident => ({
  id: `R-${at}`,
  firstName: `Ann${at}`,
  lastName: 'Lee',
  birthDate: '1940-02-03',
  medicareNumber: '2123456701',
  ...more,
});

let standIn: CareStandIn;
let care: ResidentialCare;
beforeAll(async () => {
  const { facilityCode, userName, secret } = simulatedSystem;
  standIn = await startCareStandIn({
    credentials: { userName, secret },
    residents: new Map([[facilityCode, [1, 2, 3, 4, 5].map((at) => resident(at))]]),
    pageSize: 2,
  });
  care = openCare(standIn);
});
afterEach(() => standIn.breakCalls(null));
afterAll(() => standIn.close());

const failureOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'none';
  } catch (error) {
    if (!(error instanceof CareError)) throw error;
    const text = JSON.stringify([error.message, (error.cause as Error | undefined)?.message]);
    for (const secret of [connection.secret, 'simulated.example', 'Lee', '2123456701'])
      expect(text).not.toContain(secret);
    return error.kind;
  }
};

describe('eCase over HTTP', () => {
  it('accepts the right credentials for a facility, and refuses others [INTEG-01, GAP-110]', async () => {
    await care.check(connection);
    expect(await failureOf(care.check({ ...connection, secret: 'wrong' }))).toBe('credentials');
    expect(await failureOf(care.check({ ...connection, userName: 'wrong' }))).toBe('credentials');
    expect(await failureOf(care.check({ ...connection, facilityCode: 'OTHER' }))).toBe('credentials');
  });

  it('reads all pages of active residents [INTEG-05]', async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await care.activeResidents(connection, cursor);
      ids.push(...page.residents.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect(ids).toEqual(['R-1', 'R-2', 'R-3', 'R-4', 'R-5']);
  });

  it.each([
    ['error', 'unexpected'],
    ['unauthorised', 'credentials'],
    ['lost', 'unreachable'],
    ['redirect', 'unexpected'],
    ['half-page', 'unexpected'],
    ['changed-names', 'unexpected'],
  ] as const)('reports the fault %s of the system as %s [INTEG-05, GAP-110]', async (fault, failure) => {
    standIn.breakCalls(fault);
    expect(await failureOf(care.activeResidents(connection, null))).toBe(failure);
  });

  it('gives up on a system that does not answer in time [INTEG-05]', async () => {
    const impatient = ecaseCare({
      fetchWithin: () => guardedFetch({}),
      simulated: {
        address: connection.address,
        at: standIn.address,
        fetchWithin: (bounds) =>
          guardedFetch({
            ...bounds,
            timeoutMs: Math.min(bounds.timeoutMs, 200),
            allowedHosts: ['127.0.0.1'],
          }),
      },
    });
    standIn.breakCalls('slow');
    expect(await failureOf(impatient.check(connection))).toBe('unreachable');
  });

  it('cuts long names, keeps markup as text, and ignores a birth date or number of another form [INTEG-05]', async () => {
    const { facilityCode } = simulatedSystem;
    const before = standIn.residentsOf(facilityCode);
    standIn.setResidents(facilityCode, [
      resident(1, { firstName: 'x'.repeat(10_000), lastName: '<b>Lee\u0000</b>\n' }),
      resident(2, { birthDate: '1940-02-31', medicareNumber: 'none' }),
    ]);
    const { residents } = await care.activeResidents(connection, null);
    expect(residents[0]).toMatchObject({ firstName: 'x'.repeat(100), lastName: '<b>Lee </b>' });
    expect(residents[1]).toMatchObject({ birthDate: null, medicareNumber: null });
    // PostgreSQL has no year 0: storing it would fail.
    standIn.setResidents(facilityCode, [resident(3, { birthDate: '0000-01-01' })]);
    expect((await care.activeResidents(connection, null)).residents).toMatchObject([{ birthDate: null }]);
    standIn.setResidents(facilityCode, before);
  });

  it('does not accept a cursor that cannot be part of an address [INTEG-05]', async () => {
    const answer = String.raw`{"residents":[],"next":"\ud800"}`;
    const broken = ecaseCare({ simulated: null, fetchWithin: () => async () => new Response(answer) });
    expect(await failureOf(broken.activeResidents(connection, null))).toBe('unexpected');
  });

  it('sends a plan, replaces it, and marks it as withdrawn [INTEG-05]', async () => {
    const plan = { documentId: 'd1', planVersion: 1, signedOn: '2026-11-02', pdf: Buffer.from('%PDF-1') };
    await care.sendPlan(connection, 'R-1', plan);
    await care.sendPlan(connection, 'R-1', { ...plan, planVersion: 2 });
    expect(standIn.documents.get('R-1/d1')).toMatchObject({ version: 2, times: 2, withdrawn: false });
    await care.withdrawPlan(connection, 'R-1', 'd1');
    await care.withdrawPlan(connection, 'R-1', 'none');
    expect(standIn.documents.get('R-1/d1')).toMatchObject({ withdrawn: true });
    standIn.refused.add('R-2');
    expect(await failureOf(care.sendPlan(connection, 'R-2', plan))).toBe('refused');
  });

  it('lists papers and reads one, unless it is too large [INTEG-05, D-51]', async () => {
    const content = Buffer.from('%PDF-1.7 paper');
    standIn.addPaper('R-3', { id: 'p1', name: 'Directive', type: 'application/pdf', content });
    expect(await care.papers(connection, 'R-3')).toEqual([
      { id: 'p1', name: 'Directive', type: 'application/pdf', size: content.length },
    ]);
    expect(Buffer.from(await care.readPaper(connection, 'R-3', 'p1', 100))).toEqual(content);
    expect(await failureOf(care.readPaper(connection, 'R-3', 'p1', 5))).toBe('refused');
    standIn.removePaper('R-3', 'p1');
    expect(await care.papers(connection, 'R-3')).toEqual([]);
    expect(await failureOf(care.readPaper(connection, 'R-3', 'p1', 100))).toBe('refused');
  });

  it('sends nothing for an id that would leave its place in the path [GAP-110]', async () => {
    const calls = standIn.calls.length;
    expect(await failureOf(care.papers(connection, '..'))).toBe('unexpected');
    expect(await failureOf(care.check({ ...connection, facilityCode: '..' }))).toBe('unexpected');
    await care.papers(connection, '../../facilities');
    expect(standIn.calls.slice(calls)).toEqual(['GET /residents/..%2F..%2Ffacilities/papers']);
  });

  it.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'http://93.184.215.14/',
  ])('sends nothing to %s, also outside production [GAP-110]', async (address) => {
    expect(await failureOf(care.check({ ...connection, address }))).toBe('unreachable');
  });

  it('sends nothing to a name that resolves to a private address, nor after a redirect [GAP-110]', async () => {
    const asked: string[] = [];
    const resolving = ecaseCare({
      simulated: null,
      fetchWithin: (bounds) =>
        guardedFetch({
          ...bounds,
          async resolve(host) {
            asked.push(host);
            return [{ address: '10.0.0.7', family: 4 }];
          },
        }),
    });
    expect(await failureOf(resolving.check({ ...connection, address: 'https://care.example' }))).toBe(
      'unreachable',
    );
    expect(asked).toEqual(['care.example']);
    standIn.breakCalls('redirect');
    expect(await failureOf(care.check(connection))).toBe('unexpected');
  });
});
