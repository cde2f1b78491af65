import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assumptions,
  costNames,
  hourOf,
  limitsOf,
  sizeFor,
  tableOf,
  visitCost,
  type Coefficients,
  type Cost,
  type CostName,
} from '../../bench/growth/load-model.ts';

const none: Cost = { web: 0, pdf: 0, primary: 0 };
const costs = (some: Partial<Record<CostName, Cost>>) =>
  Object.fromEntries(costNames.map((name) => [name, some[name] ?? none])) as Record<CostName, Cost>;

const coefficients: Coefficients = {
  cost: costs({
    signIn: { web: 14, pdf: 0, primary: 3 },
    draftSave: { web: 1, pdf: 0, primary: 0.5 },
    planPdf: { web: 3, pdf: 10, primary: 1 },
  }),
  idlePrimary: 5,
  memory: { web: 200, pdf: 100, socketKb: 20 },
  connections: 14,
  customerKb: 100,
  wal: { draftSave: 20, signedSave: 100 },
};

describe('the load model', () => {
  it('adds the costs of a visit, and multiplies them by the visitors of an hour [C-05]', () => {
    const { web, pdf, primary } = visitCost(coefficients);
    expect([web, pdf, primary].map((value) => Number(value.toFixed(6)))).toEqual([26.9, 3, 9.3]);
    const hour = hourOf(coefficients, 3_600_000, 0.05);
    expect(hour.peoplePerSecond).toBe(50);
    expect(hour.webCores).toBeCloseTo(1.345);
    expect(hour.savesPerSecond).toBeCloseTo(615);
    expect(hour.sockets).toBe(60_000);
    expect(hour.walMb).toBeCloseTo(13.5);
  });

  it('plans one spare process, and computes the size of the database and the time to restore it [C-05]', () => {
    const { processes, connections, databaseGb, restoreMinutes, primaryCores } = sizeFor(
      coefficients,
      3_600_000,
    );
    expect([processes, connections, databaseGb, restoreMinutes]).toEqual([4, 56, 360, 24]);
    expect(primaryCores).toBeCloseTo(2 * (0.465 + 0.02));
    expect(sizeFor(coefficients, 1).processes).toBe(2);
  });

  it('never requires less for more people, and requires exactly the largest primary at the limit by cores [C-05]', () => {
    const { byCores, byRestore } = limitsOf(coefficients);
    const { primaryCores } = hourOf(coefficients, byCores, assumptions.campaignHour);
    expect(primaryCores / assumptions.primaryLoad).toBeCloseTo(assumptions.largestPrimary);
    expect(sizeFor(coefficients, byRestore).restoreMinutes).toBeCloseTo(60 * assumptions.restoreHours);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e8 }), fc.integer({ min: 0, max: 1e8 }), (people, more) => {
        const [less, larger] = [sizeFor(coefficients, people), sizeFor(coefficients, people + more)];
        for (const key of ['processes', 'connections', 'databaseGb', 'primaryCores', 'webMemoryGb'] as const)
          expect(larger[key]).toBeGreaterThanOrEqual(less[key]);
      }),
    );
  });

  it('prints a column for each number of people, and names its assumptions [C-05]', () => {
    const lines = tableOf(coefficients, [10_000, 1_000_000]);
    expect(lines[0]).toBe('|  | 10,000 | 1,000,000 |');
    expect(lines.slice(0, 9).every((line) => line.startsWith('|') && line.endsWith('|'))).toBe(true);
    expect(lines.join('\n')).toContain('0.3 % of all people visit in the busiest hour');
  });
});
