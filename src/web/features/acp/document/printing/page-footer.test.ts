import { expect, it } from 'vitest';
import { catalogue } from '../../../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../../../domain/i18n/translator.ts';
import { footerContent } from './page-footer.ts';

const t = translatorOf('en', catalogue.en);
const facts = { person: 'Margaret Doyle', dob: '14/05/1943', version: 2, date: '10 May 2026' };

it('shows the person’s name and counts the pages at the foot of each printed page [PLAN-02]', () => {
  expect(footerContent(facts, t)).toBe(
    '"Margaret Doyle, born 14/05/1943. Version 2, 10 May 2026. Page " counter(page) " of " counter(pages) "."',
  );
});

it('prevents a name from breaking out of its quotes', () => {
  const content = footerContent({ ...facts, person: 'A"; } * { display: none } \\ \n\u0001' }, t);
  expect(content.startsWith(String.raw`"A\"; } * { display: none } \\   , born`)).toBe(true);
  expect(content.match(/counter\(page\)/g)).toHaveLength(1);
});
