import { describe, expect, it } from 'vitest';
import { planStateOf, type PlanFacts } from './plan-state.ts';

const signed = { status: 'complete', version: 2, isExternal: false } as const;
const link = { sentVersion: null, sentAt: null, withdrawnAt: null, failure: null };
const at = new Date('2026-11-02T00:00:00Z');
const sent = { ...link, sentVersion: 2, sentAt: at };

const stateOf = (facts: Partial<PlanFacts>) =>
  planStateOf({ plan: signed, link, isOfDuplicate: false, isWaiting: false, ...facts });

describe('the state of a plan in the residential-care system', () => {
  it.each([
    ['none', 'there is no plan', { plan: null }],
    ['none', 'the plan is external', { plan: { ...signed, isExternal: true } }],
    ['draft', 'the plan was never signed', { plan: { status: 'draft', version: 0, isExternal: false } }],
    ['locked', 'the plan is locked', { plan: { ...signed, status: 'locked' }, link: sent }],
    ['same', 'the signed version was sent', { link: sent }],
    ['old', 'an earlier version was sent', { link: { ...sent, sentVersion: 1 } }],
    ['old', 'nothing was sent yet', {}],
    ['old', 'a sent plan is being changed', { plan: { ...signed, status: 'draft' }, link: sent }],
    ['failed', 'the last call failed', { link: { ...link, failure: 'unreachable' } }],
    ['withdrawn', 'the document was withdrawn', { link: { ...sent, withdrawnAt: at } }],
    ['duplicate', 'another record of the person is kept and nothing was sent', { isOfDuplicate: true }],
    [
      'withdrawn',
      'another record of the person is kept and the document was withdrawn',
      { isOfDuplicate: true, link: { ...sent, withdrawnAt: at } },
    ],
    ['waiting', 'a sync still has to send it', { isWaiting: true, link: sent }],
  ] as const)('is %s when %s [INTEG-05, GAP-111]', (state, _, facts) => {
    expect(stateOf(facts)).toMatchObject({ state });
  });

  it('has the version and the time of the sending, and the reason of a failure [INTEG-05]', () => {
    expect(stateOf({ link: sent })).toEqual({
      ...{ state: 'same', version: 2, sent_at: at.toISOString(), failure: null },
    });
    expect(stateOf({ link: { ...link, failure: 'refused' } })).toMatchObject({ failure: 'refused' });
    expect(stateOf({ plan: null, link: null })).toEqual({
      ...{ state: 'none', version: null, sent_at: null, failure: null },
    });
  });
});
