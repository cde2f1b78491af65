import { describe, expect, it } from 'vitest';
import { wordRuns } from './word-runs.ts';

describe('the language of text that people wrote', () => {
  it('marks Chinese on an English page, with its punctuation [LANG-01]', () => {
    expect(wordRuns('Other: 每天喝茶，和朋友说话。Every day', 'en')).toEqual([
      { text: 'Other: ' },
      { text: '每天喝茶，和朋友说话。', language: 'zh' },
      { text: 'Every day' },
    ]);
  });

  it('marks an English text on a Chinese page, and leaves Latin words inside Chinese alone', () => {
    expect(wordRuns('Tell Daniel too.', 'zh')).toEqual([{ text: 'Tell Daniel too.', language: 'en' }]);
    expect(wordRuns('请告诉 Daniel', 'zh')).toEqual([{ text: '请告诉 Daniel' }]);
  });

  it('marks nothing if there is only one language, or none', () => {
    expect(wordRuns('Tell Daniel too.', 'en')).toEqual([{ text: 'Tell Daniel too.' }]);
    expect(wordRuns('12:30', 'zh')).toEqual([{ text: '12:30' }]);
    expect(wordRuns('', 'en')).toEqual([]);
  });
});
