import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { longDate } from '../fields.ts';

const { en, zh } = catalogue;

/** Labels that the sources write with capital letters, in their spelling; the longer of two first. */
const asInTheSource = [
  'Unsure/Not important to me',
  'Profile & Settings',
  'Account & Billing',
  'Trusted Contacts',
  'My Health Record',
  'Manage Providers',
  'Manage Provider',
  'Manage Users',
  'Manage Customers',
  'Provider Admin',
  'American Express',
  'TLC Admin',
  'Innovative Pool',
];

/** Pages whose names are part of a text. */
const pages = ['My plan', 'Where you live'];

/** Text that is typed, or that a file contains as printed. */
const typed = ['ARCHIVE', 'DD/MM/YYYY', 'Male, Female or Other', '10 MB'];

/** Titles of the forms and laws of each state and territory, and the states' names. */
const ofTheState = /^state\.|^where\.\w+\.(name|document|law)$/;

/** Names and words of codes, which keep their capitals everywhere. */
const names = new Set(
  'I Wattle American Express Australian GST CVC ACP ACPs PIN QR CPR PDF CSV EOL ABN ID GP English Chinese Medicare Australia DonateLife MP MOV DELETE STRC Windows Excel UTF GB Big'.split(
    ' ',
  ),
);

/** Returns the words of a label that have a capital, except the first word. */
function capitalsIn(label: string): string[] {
  let rest = label.replaceAll(/\{\w+\}/g, '');
  for (const kept of [...asInTheSource, ...pages, ...typed]) rest = rest.replaceAll(kept, kept.toLowerCase());
  const later = rest.split(/[.?!:]\s+/).flatMap((sentence) => sentence.trim().split(/\s+/).slice(1));
  return later
    .map((word) => word.replaceAll(/[^A-Za-z]/g, ''))
    .filter((word) => /^[A-Z]/.test(word) && !names.has(word));
}

/** Labels are short: sentences contain names that no list could cover. */
const isLabel = (text: string) => text.split(' ').length <= 5;

/** The one term for each concept, and the other terms that were in use. */
const otherWays: Record<'en' | 'zh', readonly [said: string, not: RegExp][]> = {
  en: [
    ['Dashboard', /\b(first|start|home) page\b/i],
    ['You may not open this page', /not for your account|may not open that page/],
    ['4 numbers', /\b(\d|\{count\}) digits\b/],
    ['second step', /\b(two|2)[- ](factor|step)\b/i],
    ['sign in', /\blog[- ]?in to (your|my)\b/i],
    ['email', /\be-mail\b/i],
  ],
  zh: [
    ['首页', /主页|第一页/],
    ['双重验证', /两步验证|多因素|第二步验证/],
    ['4 位数字', /\d 个数字/],
  ],
};

describe('each concept has one term', () => {
  for (const language of ['en', 'zh'] as const)
    it.each(otherWays[language])(`in ${language}: "%s", never %s [R-48]`, (_, not) => {
      expect(Object.entries(catalogue[language]).filter(([, text]) => not.test(text))).toEqual([]);
    });

  it('is called multi-factor only where the source names the staff menu so, and in the title of that page [R-48]', () => {
    const said = Object.keys(en).filter((key) => /multi-?factor/i.test(en[key as never] as string));
    expect(said.toSorted()).toEqual([
      'menu.admin.settingsMfa',
      'menu.provider.settingsMfa',
      'settings.mfa.leadStaff',
      'settings.mfa.titleStaff',
    ]);
  });

  it('is the same for a page and its entry in the menu of customers [R-48]', () => {
    expect(en['menu.user.myAcp']).toBe(en['myAcp.title']);
    expect(en['menu.user.settingsMfa']).toBe(en['settings.mfa.title']);
    expect(zh['menu.user.myAcp']).toBe(zh['myAcp.title']);
    expect(zh['menu.user.settingsMfa']).toBe(zh['settings.mfa.title']);
  });
});

describe('labels in English', () => {
  it('are in sentence case, except where the source gives the label [R-48]', () => {
    const capitals = Object.entries(en).filter(
      ([key, text]) => !ofTheState.test(key) && isLabel(text) && capitalsIn(text).length > 0,
    );
    expect(capitals).toEqual([]);
  });
});

describe('dates in sentences', () => {
  it('have a year of four digits in both languages [R-48]', () => {
    expect(longDate('2026-04-02', 'en')).toBe('2 April 2026');
    expect(longDate('2026-04-02', 'zh')).toBe('2026年4月2日');
  });
});
