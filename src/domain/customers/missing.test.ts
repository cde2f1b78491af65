import { describe, expect, it } from 'vitest';
import { missingOf, type MissingFacts } from './missing.ts';

const signed = { status: 'complete', version: 3, external: false, lookAgain: false } as const;
const facts: MissingFacts = {
  ...{ status: 'active', toBeRemoved: false, placeholderEmail: false, birthDate: '1943-05-14' },
  ...{ plan: signed, papers: 0, waits: false, deciders: [{ agreed: true, phone: '0491 570 156' }] },
};
const missing = (changed: Partial<MissingFacts>) => missingOf({ ...facts, ...changed }).join(' ');

describe('what is missing for a customer', () => {
  it('is nothing with a signed plan, a decision maker who agreed, and the details of the person [N-05]', () => {
    expect(missing({})).toBe('');
  });

  it('is a plan that was not started, the signature of a draft, or the paper of an external plan [N-05]', () => {
    const draft = { ...signed, status: 'draft' } as const;
    expect(missing({ plan: null })).toBe('plan');
    expect(missing({ plan: { ...draft, version: 0 } })).toBe('plan');
    expect(missing({ plan: { ...draft, version: 0 }, papers: 1 })).toBe('');
    expect(missing({ plan: draft })).toBe('signature');
    expect(missing({ plan: { ...draft, external: true } })).toBe('paper');
    expect(missing({ plan: { ...draft, external: true }, papers: 1 })).toBe('');
  });

  it('is a decision maker, the consent or the telephone number of one [N-05]', () => {
    expect(missing({ deciders: [] })).toBe('decider');
    expect(missing({ plan: null, deciders: [] })).toBe('plan');
    const asked = { agreed: false, phone: '0491 570 156' };
    expect(missing({ deciders: [asked] })).toBe('answer');
    expect(missing({ deciders: [asked, { agreed: true, phone: '' }] })).toBe('');
    expect(missing({ deciders: [{ agreed: true, phone: '' }] })).toBe('phone');
  });

  it('begins with the most urgent, which is the next step [N-05]', () => {
    expect(
      missing({
        ...{ plan: { ...signed, lookAgain: true }, waits: true },
        ...{ deciders: [], placeholderEmail: true, birthDate: null },
      }),
    ).toBe('check decider again email birthDate');
  });

  it('is nothing for customers who are archived or to be removed [N-05]', () => {
    expect(missing({ plan: null, status: 'archived' })).toBe('');
    expect(missing({ plan: null, toBeRemoved: true })).toBe('');
  });
});
