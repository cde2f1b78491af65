import { describe, expect, it } from 'vitest';
import { completeAnswers } from '../questionnaire/answers.fixture.ts';
import { planBundle } from './bundle.ts';
import { documentFacts, onBehalf, resourcesOf } from './document.fixture.ts';

const absent = [
  {
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
  },
];

describe('people in the document of a plan', () => {
  it('is the person with names, birth date, gender and postcode as answered [X-01]', () => {
    const [patient] = resourcesOf('Patient');
    expect(patient).toMatchObject({
      name: [{ text: 'Margaret O’Brien', family: 'O’Brien', given: ['Margaret'] }],
      gender: 'female',
      birthDate: '1948-05-04',
      address: [{ state: 'VIC', postalCode: '3280', country: 'AU' }],
      identifier: [{ system: 'http://ns.electronichealth.net.au/id/medicare-number', value: '2950101201' }],
    });
    const [unanswered] = resourcesOf('Patient', { answers: {} });
    expect(unanswered).toMatchObject({ gender: 'unknown' });
    // AU Core requires a name and a birth date, or that they say why they are absent.
    expect(unanswered).toMatchObject({ name: absent, _birthDate: absent[0] });
    expect([unanswered?.birthDate, unanswered?.address]).toEqual([undefined, undefined]);
    const [given] = resourcesOf('Patient', { answers: { firstName: 'Sukarno' } });
    expect(given?.name).toEqual([{ text: 'Sukarno', given: ['Sukarno'] }, ...absent]);
    const [chinese] = resourcesOf('Patient', { answers: { firstName: '林', lastName: '陈' } });
    expect(chinese?.name).toEqual([{ text: '陈林', family: '陈', given: ['林'] }]);
  });

  it('has no Medicare number in a plan on behalf, without one, or with one that cannot be right [X-01]', () => {
    for (const changes of [
      { owner: onBehalf },
      { medicare: null },
      { medicare: '' },
      { medicare: '2950101241' },
    ]) {
      expect(resourcesOf('Patient', changes)[0]?.identifier).toEqual(absent);
      expect(JSON.stringify(planBundle(documentFacts(changes)))).not.toContain('295010');
    }
  });

  it('are contacts as the person named them, with who has not agreed yet, and without an e-mail address [X-01] [D-33]', () => {
    const [first, second] = resourcesOf('RelatedPerson');
    expect(first?.relationship?.map(({ text }) => text)).toEqual([
      'Son',
      'substitute decision maker, as named in this plan',
      'enduring guardian, as named in this plan',
    ]);
    expect(second?.relationship?.map(({ text }) => text)).toEqual([
      'Neighbour',
      'substitute decision maker, as named in this plan',
      'has not yet agreed to be a contact',
    ]);
    expect([first, second].map((contact) => contact?.extension?.[0]?.valueCode)).toEqual([
      'accepted',
      'pending',
    ]);
    expect(second?.telecom).toEqual([{ system: 'phone', value: '0400 000 002' }]);
    expect(JSON.stringify(planBundle(documentFacts()))).not.toContain('"email"');
    const section = resourcesOf('Composition')[0]?.section?.find(({ title }) => title === 'Whom to call');
    expect(section?.text?.div).toContain('Susan &lt;Li&gt; &amp; Co, Neighbour');
    expect(section?.text?.div).toContain('has not yet agreed to be a contact; 0400 000 002');
    expect(section?.entry).toHaveLength(2);
    const [alone] = resourcesOf('Composition', { contacts: [] });
    expect(alone?.section?.find(({ title }) => title === 'Whom to call')?.text?.div).toContain(
      'No contacts are named',
    );
  });

  it('sign what they signed: a later change has its own entry, and the signature never points at it [X-01] [D-35]', () => {
    const [signed, ...more] = resourcesOf('Provenance');
    expect(more).toEqual([]);
    expect(signed?.signature?.[0]?.when).toBe('2026-11-21T03:04:05.000Z');
    expect(signed?.target).toHaveLength(3);
    const [before, changed] = resourcesOf('Provenance', { changedAt: '2026-11-23T00:00:00.000Z' });
    expect(before?.signature).toHaveLength(1);
    expect(before?.target.map(({ reference }) => reference)).toEqual([undefined]);
    expect(changed?.signature).toBeUndefined();
    expect(changed?.target).toHaveLength(3);
    expect(changed?.text?.div).toContain('Changed and confirmed by Margaret O’Brien on 23 November 2026');
    expect(JSON.stringify([signed, before])).not.toContain('image/png');
    const { signatureImage = '' } = completeAnswers();
    expect(JSON.stringify(planBundle(documentFacts()))).not.toContain(signatureImage.slice(-40));
  });

  it('see on a version that was replaced, or on an archived record, that it is not in force [X-01] [D-41]', () => {
    const replaced = { version: 2, replaced: { by: 3, on: '2026-11-24' } };
    for (const [changes, words] of [
      [replaced, 'Not in force: version 2 of this plan was replaced on 24 November 2026 by version 3.'],
      [{ ofOtherRecord: true as const }, 'Not in force: this plan is from an archived record.'],
    ] as const) {
      expect(resourcesOf('DocumentReference', changes)[0]?.status).toBe('superseded');
      expect(resourcesOf('Composition', changes)[0]?.text?.div).toContain(words);
    }
    expect(resourcesOf('DocumentReference')[0]?.status).toBe('current');
  });
});
