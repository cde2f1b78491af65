import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guides, guideStage, takesConfirmation, type GuidePlan } from './guides.ts';

const signed: GuidePlan = { status: 'complete', external: false, updated_at: '2026-11-10T02:00:00.000Z' };
const draft: GuidePlan = { ...signed, status: 'draft' };
const papers: GuidePlan = { ...draft, external: true };

describe('the progress of a person with a guide', () => {
  it.each<[string, ...Parameters<typeof guideStage>, string]>([
    ['a signed plan, nothing said', 'record', null, signed, 'steps'],
    ['a draft', 'record', null, draft, 'draft'],
    ['no plan', 'record', null, null, 'draft'],
    ['a plan on papers', 'record', null, papers, 'steps'],
    ['confirmed after signing', 'record', '2026-11-10T02:00:00.001Z', signed, 'confirmed'],
    ['confirmed as the plan was signed', 'record', signed.updated_at, signed, 'confirmed'],
    ['changed later on the same day', 'record', '2026-11-10T01:59:59.999Z', signed, 'changed-since'],
    ['papers, confirmed before they came', 'record', '2020-01-01T00:00:00Z', papers, 'confirmed'],
    ['the donor guide without a plan', 'donor', null, null, 'steps'],
    ['the donor guide with a draft', 'donor', null, draft, 'steps'],
    ['the donor guide, the plan changed since', 'donor', '2020-01-01T00:00:00Z', signed, 'confirmed'],
  ])('%s [HEALTH-05]', (_, guide, confirmed, plan, stage) => {
    expect(guideStage(guide, confirmed, plan)).toBe(stage);
  });

  it('accepts a confirmation if the steps are to do, and again if the plan was changed since [HEALTH-05]', () => {
    expect((['draft', 'steps', 'confirmed', 'changed-since'] as const).map(takesConfirmation)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('accepts a confirmation once, until it is undone or the plan changes [HEALTH-05] [HEALTH-06] [HEALTH-07]', () => {
    const instant = fc.date({ noInvalidDate: true });
    const plan = fc.record({
      status: fc.constantFrom('draft', 'complete'),
      external: fc.boolean(),
      updated_at: instant,
    });
    fc.assert(
      fc.property(fc.constantFrom(...guides), plan, instant, (guide, of, before) => {
        if (takesConfirmation(guideStage(guide, before, of))) {
          expect([guide, of.status]).toEqual(['record', 'complete']);
          expect(of.updated_at.getTime()).toBeGreaterThan(before.getTime());
        }
        const now = new Date(Math.max(before.getTime(), of.updated_at.getTime()));
        expect(guideStage(guide, now, of)).toBe('confirmed');
        const without = guideStage(guide, null, of);
        expect(takesConfirmation(without)).toBe(guide === 'donor' || of.status === 'complete' || of.external);
      }),
    );
  });
});
