import { describe, expect, it } from 'vitest';
import { catalogue } from '../../i18n/catalogue.ts';
import { translatorOf } from '../../i18n/translator.ts';
import { relations } from '../../accounts/relations.ts';
import { fullNameOf, relationText, voiceOf } from './voice.ts';

const t = translatorOf('en', catalogue.en);

describe('voice', () => {
  it('is the person’s own if the account is theirs', () => {
    expect(voiceOf({ for_my_self: true, account_owner: 'self' }, { firstName: 'Mei' }, t)).toEqual({
      kind: 'self',
    });
  });

  it('includes the person, the recorder and the relation otherwise', () => {
    const answers = { firstName: 'Mei', lastName: 'Chen', confirmName: 'Tom Li' };
    expect(voiceOf({ for_my_self: false, account_owner: 'sibling' }, answers, t)).toEqual({
      kind: 'onBehalf',
      person: 'Mei Chen',
      firstName: 'Mei',
      recorder: 'Tom Li',
      relation: 'brother or sister',
    });
  });

  it('has words for every relation, and keeps words that people wrote [SIGNUP-02] [SIGNUP-14]', () => {
    for (const relation of relations)
      expect(relationText(relation, t)).toBe(catalogue.en[`relation.${relation}`]);
    expect(relationText('neighbour', t)).toBe('neighbour');
    expect(relationText('toString', t)).toBe('toString');
  });

  it('is that of another person from the first page on, with general words while there is no name [R-31] [D-02]', () => {
    expect(voiceOf({ for_my_self: false, account_owner: 'child' }, {}, t)).toEqual({
      kind: 'onBehalf',
      person: 'the person',
      firstName: 'the person',
      recorder: '',
      relation: 'child',
      unnamed: true,
    });
  });

  it('leaves out a name that is not answered', () => {
    expect(fullNameOf({ firstName: 'Mei' })).toBe('Mei');
    expect(fullNameOf({})).toBe('');
  });
});
