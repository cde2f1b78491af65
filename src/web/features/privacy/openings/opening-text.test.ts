import { describe, expect, it } from 'vitest';
import { openingKinds } from '../../../../domain/account-lists.ts';
import { en } from '../../../../domain/i18n/en.ts';
import { translatorOf } from '../../../../domain/i18n/translator.ts';
import { zh } from '../../../../domain/i18n/zh.ts';
import { pages } from '../../../../domain/menu/pages.ts';
import { openingText } from './opening-text.ts';

/** Text files that every signed-in page loads. */
const ofFrame = ['common', 'layout', 'menu', 'system'] as const;

/** Returns the text of each kind of opening, with the texts that the privacy page loads. */
function textsIn(language: 'en' | 'zh', name: string | null) {
  const files = language === 'en' ? en : zh;
  const loaded = [...ofFrame, ...pages['/settings/privacy'].texts].map((file) => files[file]);
  const t = translatorOf(language, Object.assign({}, ...loaded) as Record<string, string>);
  return openingKinds.map((kind) => [
    kind,
    openingText({ kind, name, receiver: 'hospital', provider: name && 'Banksia House' }, t),
  ]);
}

describe('the text of an opening of a plan, for its owner', () => {
  it('says that staff opened the plan, and that they worked in the account only if they logged in to help [D-17, SET-01]', () => {
    expect(Object.fromEntries(textsIn('en', 'Nora Quinn'))).toMatchObject({
      staff: 'Nora Quinn opened your plan',
      entered: 'Nora Quinn worked in your account',
      contact: 'Nora Quinn opened your plan',
      system: 'Nora Quinn at Banksia House, a clinical system, read your plan',
    });
    expect(Object.fromEntries(textsIn('zh', 'Nora Quinn'))).toMatchObject({
      staff: 'Nora Quinn打开了您的计划',
      entered: 'Nora Quinn进入了您的账户',
    });
  });

  it('has words for each kind in both languages, also when the name is deleted [D-17, SET-01]', () => {
    for (const language of ['en', 'zh'] as const)
      for (const [kind, text] of textsIn(language, null)) {
        expect(text, kind).toBeTruthy();
        expect(text, kind).not.toMatch(/null|undefined|[{}]/);
      }
  });
});
