import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { telephoneRuns } from './telephone-runs.ts';

describe('telephone numbers in a sentence', () => {
  it('are separated from the words around them, and so is the emergency number [GAP-39]', () => {
    expect(
      telephoneRuns('Call Lifeline on 13 11 14. If you are in danger now, call 000.', ['13 11 14']),
    ).toEqual([
      { text: 'Call Lifeline on ' },
      { text: '13 11 14', number: true },
      { text: '. If you are in danger now, call ' },
      { text: '000', number: true },
      { text: '.' },
    ]);
  });

  it('are complete: a part of a longer number does not match', () => {
    expect(telephoneRuns('1800 000 000', ['13 11 14'])).toEqual([{ text: '1800 000 000' }]);
    expect(telephoneRuns('213 11 14', ['13 11 14'])).toEqual([{ text: '213 11 14' }]);
  });

  it('are not found for an empty number, and leave no empty part', () => {
    expect(telephoneRuns('call now', ['', ''])).toEqual([{ text: 'call now' }]);
    expect(telephoneRuns('000', [''])).toEqual([{ text: '000', number: true }]);
    expect(telephoneRuns('', [])).toEqual([]);
  });

  it('lose nothing of the sentence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('13 11 14', '000', ' ', '。', 'call', '1')), (parts) => {
        const text = parts.join('');
        const runs = telephoneRuns(text, ['13 11 14']);
        expect(runs.map((run) => run.text).join('')).toBe(text);
        for (const run of runs) if (run.number) expect(['13 11 14', '000']).toContain(run.text);
      }),
    );
  });
});
