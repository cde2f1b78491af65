import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dashboard } from '../../i18n/en/dashboard.ts';
import { dashboard as dashboardZh } from '../../i18n/zh/dashboard.ts';
import { anyAnswers, completeAnswers } from '../answers.fixture.ts';
import { minutesForAll, minutesLeft } from './minutes-left.ts';

const audience = { providerCustomer: false };

describe('minutes left', () => {
  it('are those that the first page says, before the first answer', () => {
    expect(minutesLeft({}, audience)).toBe(minutesForAll);
    expect(dashboard['dash.visitor.effort']).toContain(`About ${minutesForAll} minutes`);
    expect(dashboardZh['dash.visitor.effort']).toContain(`${minutesForAll} 分钟`);
  });

  it('are 5 when only the signature is left, and never none', () => {
    const { signatureImage: _, ...unsigned } = completeAnswers();
    expect(minutesLeft(unsigned, audience)).toBe(5);
    expect(minutesLeft(completeAnswers(), audience)).toBe(5);
  });

  it('are a multiple of 5, and no more than for all, whatever was answered', () => {
    fc.assert(
      fc.property(anyAnswers, fc.boolean(), (answers, providerCustomer) => {
        const minutes = minutesLeft(answers, { providerCustomer });
        expect(minutes % 5).toBe(0);
        expect(minutes).toBeGreaterThanOrEqual(5);
        expect(minutes).toBeLessThanOrEqual(minutesForAll);
      }),
    );
  });

  it('do not increase with an answer to a question that asks for nothing more', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(completeAnswers())), (given) => {
        const minutes = given.map((_, at) => minutesLeft(Object.fromEntries(given.slice(0, at)), audience));
        expect(minutes).toEqual(minutes.toSorted((a, b) => b - a));
      }),
    );
  });
});
