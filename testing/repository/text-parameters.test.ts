import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { translatorOf } from '../../src/domain/i18n/translator.ts';
import { code, root } from './documents.ts';

/** Parameters that translators of the web fill in from the operator's settings. The server passes them itself. */
const siteNames = [
  'abn',
  'companyAddress',
  'companyName',
  'helpEmail',
  'helpHours',
  'helpPhone',
  'mailCompany',
  'overseasCountries',
  'paymentCompany',
  'privacyEmail',
  'privacyPolicyUrl',
  'smsCompany',
];

/** Parameters of every text, in any of its plural forms. */
const namesByKey = new Map<string, Set<string>>();
for (const [key, text] of Object.entries(catalogue.en)) {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const base = key.replace(/_(zero|one|other)$/, '');
  const isForm = base !== key && `${base}_other` in catalogue.en;
  for (const each of isForm ? [key, base] : [key])
    namesByKey.set(each, new Set([...(namesByKey.get(each) ?? []), ...names, ...(isForm ? ['count'] : [])]));
}

type Call = { place: string; key: string; missing: string[] };

/** Returns the parameter names that an argument gives; null if it is not an object literal in the call. */
function namesGiven(argument: ts.Expression | undefined): string[] | null {
  if (!argument) return [];
  if (!ts.isObjectLiteralExpression(argument)) return null;
  const names = argument.properties.map((property) => property.name?.getText());
  return names.includes(undefined) ? null : (names as string[]);
}

const isTranslate = (callee: ts.Expression) => /(^|\.)(t|translate)$/.test(callee.getText());

/** Returns the possible keys of an argument: a literal, or one of two. */
function keysIn(argument: ts.Expression | undefined): string[] {
  if (!argument) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  return ts.isConditionalExpression(argument)
    ? [...keysIn(argument.whenTrue), ...keysIn(argument.whenFalse)]
    : [];
}

/** Returns every call of a translator with a literal key in a file. */
function callsIn(file: string, text = readFileSync(join(root, file), 'utf8')): Call[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const fillsSite = !file.startsWith('src/server/');
  const found: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTranslate(node.expression)) {
      const given = namesGiven(node.arguments[1]);
      for (const key of keysIn(node.arguments[0])) {
        const needed = [...(namesByKey.get(key) ?? [])].filter(
          (name) => !(fillsSite && siteNames.includes(name)),
        );
        const missing = given === null ? [] : needed.filter((name) => !given.includes(name));
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push({ place: `${file}:${line + 1}`, key, missing });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('a text with parameters', () => {
  it('gets all of them in every literal call [S-03]', () => {
    const calls = code
      .filter((file) => /^src\/.*\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file))
      .flatMap((file) => callsIn(file));
    expect(calls.length).toBeGreaterThan(1_500);
    expect(calls.filter(({ missing }) => missing.length > 0)).toEqual([]);
  });

  it('is reported if a call omits one, also by a wrong name or in one branch [S-03]', () => {
    const missing = (call: string) => callsIn('src/server/x.ts', call).flatMap((each) => each.missing);
    expect(missing(`t('emergency.files.item', { name, added })`)).toEqual(['date']);
    expect(missing(`page.t('emergency.files.item')`)).toEqual(['name', 'date']);
    expect(missing(`t(a ? 'common.yes' : 'contacts.page.count', {})`)).toEqual(['count']);
    expect(missing(`t('emergency.files.item', { name, date })`)).toEqual([]);
  });

  it('does not compile without them [S-03]', () => {
    const t: Translate = translatorOf('en', catalogue.en);
    // @ts-expect-error The name and the date are missing.
    expect(t('emergency.files.item')).toContain('{date}');
    // @ts-expect-error The date has another name.
    expect(t('emergency.files.item', { name: 'a.pdf', added: 'today' })).toContain('{date}');
    // @ts-expect-error A plural form needs its count.
    expect(() => t('contacts.page.count')).toThrow();
    expect(t('emergency.files.item', { name: 'a.pdf', date: '2 April 2026' })).toContain('2 April 2026');
  });
});
