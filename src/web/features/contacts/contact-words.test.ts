import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { contactInitials, isForEmergencyPage, rolesOf, sharingOf, speakerChange } from './contact-words.ts';

const t = translatorOf('en', catalogue.en);
const zh = translatorOf('zh', catalogue.zh);

describe('the initials of a contact', () => {
  it.each([
    ['Daniel Citizen', 'DC'],
    ['Dr Priya Nair', 'PN'],
    ['Prof. Anna Maria Rossi', 'AR'],
    ['Dr', 'D'],
    ['Susan', 'S'],
    [' mary   jane ', 'MJ'],
    ['王小明', '小明'],
    ['李梅', '李梅'],
  ])('of %s are %s [D-43]', (name, sign) => {
    expect(contactInitials(name)).toBe(sign);
  });
});

describe('what a contact is', () => {
  const contact = { relationship: 'Son', substitutedDecisionMaker: true, enduringGuardian: true };

  it('is shown in the words of the list, not as it is stored [TC-10]', () => {
    expect(rolesOf({ ...contact, relationship: 'General Practitioner (GP)' }, t)).toEqual([
      'GP',
      'Substitute decision maker',
      'Enduring guardian',
    ]);
    expect(rolesOf(contact, zh)[0]).toBe('儿子');
  });

  it('is shown in the person’s own words if it is not in the list, and without a word if there is none', () => {
    const plain = { substitutedDecisionMaker: false, enduringGuardian: false };
    expect(rolesOf({ ...plain, relationship: 'Neighbour' }, t)).toEqual(['Neighbour']);
    expect(rolesOf({ ...plain, relationship: '' }, t)).toEqual([]);
  });
});

describe('what a contact can see', () => {
  it.each([
    [{ fullAccess: false, plan_shared: true, shared_file_ids: [] }, ['Can read the plan', 'Sees no files']],
    [{ fullAccess: false, plan_shared: true, shared_file_ids: ['a'] }, ['Can read the plan', 'Sees 1 file']],
    [
      { fullAccess: false, plan_shared: false, shared_file_ids: ['a', 'b'] },
      ['Cannot read the plan', 'Sees 2 files'],
    ],
    [
      { fullAccess: true, plan_shared: false, shared_file_ids: [] },
      ['Cannot read the plan', 'Sees all files'],
    ],
  ])('%j is described in words [GAP-67]', (sharing, words) => {
    expect(sharingOf(sharing, t)).toEqual(words);
  });
});

it('the emergency page lists contacts who accepted, and a decision maker who has not answered [D-33]', () => {
  const named = (status: 'accepted' | 'pending', substitutedDecisionMaker: boolean) =>
    isForEmergencyPage({ status, substitutedDecisionMaker });
  expect([named('accepted', false), named('accepted', true), named('pending', true)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(named('pending', false)).toBe(false);
});

it('explains the effect when a contact becomes or stops being the substitute decision maker [TC-15]', () => {
  expect(speakerChange(false, true)).toBe('contacts.edit.speakerNow');
  expect(speakerChange(true, false)).toBe('contacts.edit.speakerEnds');
  expect(speakerChange(true, true)).toBeUndefined();
  expect(speakerChange(false, null)).toBeUndefined();
});
