import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../../domain/questionnaire/answers.ts';
import { answersOfMargaret, box, byDaniel, pageOf, priya, wordsOf } from '../emergency.fixture.ts';

describe('the answers on the emergency page', () => {
  it.each([
    [
      'receive CPR regardless of expected quality of life',
      'Yes: wants CPR\nwhatever quality of life is expected',
    ],
    ['do not want CPR', 'No: does not want CPR'],
    [
      'only if minimum quality of life is expected',
      'Only if these are expected: able to speak and communicate; family around; little or no pain',
    ],
  ])('shows an answer that is equal in both cases once, for both: %s [R-32]', (value, expected) => {
    const cpr = wordsOf(
      box(
        pageOf({ answers: { ...answersOfMargaret, cprStopBreathing: value, cprCatastrophic: value } }),
        'CPR',
      ),
    );
    expect(cpr.trim()).toBe(
      `CPR\nIf heart or breathing stops, and also after a catastrophic illness or injury\n${expected}`,
    );
  });

  it('keeps two different CPR answers apart', () => {
    expect(wordsOf(box(pageOf(), 'CPR'))).toMatch(
      /If heart or breathing stops\nOnly if these are expected: .*\nAfter a catastrophic illness or injury\nNo: does not want CPR\n/,
    );
  });

  it('shows the condition itself in the box: all needs if there is room, and the number of the others [R-32]', () => {
    const boxWith = (answers: Answers, change: Parameters<typeof pageOf>[0] = {}) =>
      box(pageOf({ ...change, answers: { ...answersOfMargaret, ...answers } }), 'CPR');
    const few = boxWith({ treatmentsSelected: ['Operations'] });
    expect(wordsOf(few)).toContain(
      'Only if these are expected: able to speak and communicate; family around; little or no pain\n',
    );
    expect(few).not.toContain('href');
    const own = boxWith({ minimumQolList: ['Learning', 'Other'], other_qolList: 'Hearing the sea' });
    expect(wordsOf(own)).toContain('able to learn; Hearing the sea\n');
    const words = 'Hearing the sea every day of the year. '.repeat(5).trim();
    const long = boxWith({ minimumQolList: ['Other'], other_qolList: words });
    expect(wordsOf(long)).toContain('Only if these are expected: what Margaret wrote. Read it.\n');
    expect(long).toContain('<a class="if" href="#quality">');
  });

  it('states that a CPR question was not answered instead of showing nothing', () => {
    const { cprCatastrophic: _, ...answers } = answersOfMargaret;
    expect(wordsOf(box(pageOf({ answers }), 'CPR'))).toContain(
      'After a catastrophic illness or injury\nNot answered',
    );
  });

  it('lists the quality of life in full, only if an answer depends on it', () => {
    const page = pageOf();
    expect(wordsOf(page)).toContain(
      'For life to be worth living, Margaret needs:\nBeing able to speak and communicate with others\nHaving their family around them\n',
    );
    expect(wordsOf(page)).toContain('Not sure what to expect? Call the substitute decision maker.');
    expect(pageOf({ answers: { ...answersOfMargaret, cprStopBreathing: 'do not want CPR' } })).not.toContain(
      'id="quality"',
    );
    expect(wordsOf(pageOf({ contacts: [priya] }))).not.toContain('Call the substitute decision maker');
  });

  it('prints refused and not refused treatments, each under its own heading (D-03)', () => {
    const page = pageOf();
    expect(wordsOf(box(page, 'Margaret would not want:'))).toContain(
      'Margaret would not want:\nbreathing machine (ventilator)\nfeeding tube into the stomach (PEG)\nfeeding tube through the nose (nasogastric)\nkidney machine (dialysis)\noperations\n',
    );
    expect(wordsOf(box(page, 'Treatments not refused'))).toContain(
      'Margaret has not refused:blood transfusions\nantibiotics into a vein in hospital (IV)\n',
    );
    expect(wordsOf(page)).toContain('Nothing else on the list was refused. CPR is a separate answer.');
  });

  it('states in text that nothing was refused, and never as a list that looks like refusals (D-03)', () => {
    const refused = box(
      pageOf({ answers: { ...answersOfMargaret, treatmentsSelected: ['None of these'] } }),
      'Treatments refused',
    );
    expect(wordsOf(refused)).toContain(
      'Margaret has not refused any of these treatments: breathing machine (ventilator); feeding tube into the stomach (PEG)',
    );
    expect(refused).not.toContain('<li>');
  });

  it('infers nothing from a treatments question that was not answered', () => {
    const { treatmentsSelected: _, ...answers } = answersOfMargaret;
    const refused = wordsOf(box(pageOf({ answers }), 'Treatments refused'));
    expect(refused).toContain('Not answered');
    expect(refused).not.toContain('has not refused');
  });

  it('prints a short note beside the refusals, and a long one in full behind a link there', () => {
    const short = pageOf({
      answers: { ...answersOfMargaret, treatmentsSelected_note: 'Operations only to ease pain.' },
    });
    expect(wordsOf(box(short, 'Margaret would not want:'))).toContain(
      'In Margaret’s words: Operations only to ease pain.',
    );
    const words = 'Operations only to ease pain. '.repeat(12).trim();
    const long = pageOf({ answers: { ...answersOfMargaret, treatmentsSelected_note: words } });
    expect(box(long, 'Margaret would not want:')).toContain(
      '<a class="go" href="#note">Read the note before you act.</a>',
    );
    expect(wordsOf(long)).toContain(`In Margaret’s words: ${words}`);
  });

  it('states above the answers about health that they refuse nothing (D-23)', () => {
    expect(wordsOf(pageOf())).toContain(
      'If my health changed\nThese answers say how I feel. They do not refuse any treatment.\n2. If I could not hear',
    );
    expect(wordsOf(pageOf(byDaniel))).toContain(
      'These answers say how Margaret would feel. They do not refuse any treatment.',
    );
  });

  it('shows every answer of the plan with its note', () => {
    const words = wordsOf(pageOf());
    for (const text of [
      '4. If I could not talk',
      'Note: Unless I can still write.',
      'Biscuit, my dog, goes to my sister.',
      'At home',
    ]) {
      expect(words).toContain(text);
    }
  });
});
