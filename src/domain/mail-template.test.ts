import { describe, expect, it } from 'vitest';
import { fillValues, missingValues, paragraphsOf, valuesIn } from './mail-template.ts';

describe('the text of a mail', () => {
  it('is split at empty lines, also several in a row, with or without blanks', () => {
    expect(paragraphsOf('One\n\nTwo\r\n\r\nThree\n \t\nFour\n\n\n\nFive')).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
    ]);
    expect(paragraphsOf('\n\nOne  line\nand \t another \n\n \n')).toEqual(['One line and another']);
    expect(paragraphsOf(' \n\n ')).toEqual([]);
  });

  it('has each value listed once, in order', () => {
    expect(valuesIn('{date} and {name}, {date}; {no one} {}')).toEqual(['date', 'name']);
  });

  it('is filled once: the content of a value stays unchanged, and so does a name without a value', () => {
    expect(fillValues('{name} on {date} {name}', { name: '{date}', date: 4 })).toBe('{date} on 4 {date}');
    expect(fillValues('{who} {toString} {a b}', { a: 1 })).toBe('{who} {toString} {a b}');
  });

  it('must contain each required value, and the button once, alone in its paragraph', () => {
    const button = (text: string) => missingValues(text, ['button']);
    expect(missingValues('{date}', ['date', 'name'])).toEqual(['name']);
    expect(missingValues('{date} {date}', ['date'])).toEqual([]);
    expect(button('Here:\n\n{button}\n\nBye')).toEqual([]);
    for (const text of ['Here.', 'Here: {button}', '{button}\n\n{button}', '{button}\n\nOr {button}'])
      expect(button(text)).toEqual(['button']);
  });
});
