import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import { translatorOf } from '../../i18n/translator.ts';
import { markedLine, namesIn, noteTitle, typedAnswer, writtenMark } from './own-words.ts';

const en = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);
const row = { key: 'explanations', title: 'Anything else', lines: ['请放音乐'] };

describe('the person’s typed text on bilingual paper [D-37]', () => {
  it('is marked only if it is in Chinese', () => {
    expect(writtenMark('请放音乐', en)).toBe(en('pdf.written'));
    expect(writtenMark('Please play 音乐', en)).toBe(en('pdf.written'));
    for (const typed of ['Please play music', '', 'ラジオ', '12']) expect(writtenMark(typed, en)).toBe('');
  });

  it('is the answer of a row that shows it, and empty if the row shows a choice', () => {
    expect(typedAnswer(row, { explanations: '请放音乐' })).toBe('请放音乐');
    expect(typedAnswer(row, { explanations: '别的' })).toBe('');
    expect(typedAnswer(row, {})).toBe('');
    const list = { ...row, key: 'minimumQolList', lines: ['Learning'] };
    expect(typedAnswer(list, { minimumQolList: ['Learning'] })).toBe('');
  });

  it('is marked in an English line, except names', () => {
    expect(markedLine('Other: 请放音乐', en, [])).toBe(`Other: 请放音乐 ${en('pdf.written')}`);
    expect(markedLine('陈美玲 has help of 王伟', en, ['陈美玲', '王伟'])).toBe('陈美玲 has help of 王伟');
    expect(markedLine('陈美玲: 请放音乐', en, ['陈美玲'])).toContain(en('pdf.written'));
    expect(markedLine('Nothing', en, ['陈'])).toBe('Nothing');
  });

  it('includes the names of all people in the plan', () => {
    const answers = { firstName: '美玲', lastName: '陈', confirmName: '王伟', helperName: '李娜' };
    expect(namesIn(answers, { kind: 'self' })).toEqual(['陈美玲', '王伟', '李娜', '美玲', '陈']);
    expect(namesIn({}, { kind: 'self' })).toEqual(['', '', '', '', '']);
    const other = { kind: 'onBehalf', person: '', firstName: '', recorder: '', relation: '邻居' } as const;
    expect(namesIn(answers, other)).toEqual([...namesIn(answers, { kind: 'self' }), '邻居']);
  });

  it('is mentioned in the title of a note, with a blank only before an English mark', () => {
    expect(noteTitle('Ask Bo', en)).toBe(en('pdf.table.note'));
    expect(noteTitle('问小明', en)).toBe(`${en('pdf.table.note')} ${en('pdf.written')}`);
    expect(noteTitle('问小明', zh)).toBe(`${zh('pdf.table.note')}${zh('pdf.written')}`);
  });
});
