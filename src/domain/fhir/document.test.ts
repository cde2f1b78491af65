import fc from 'fast-check';
import type { Bundle } from 'fhir/r4';
import { describe, expect, it } from 'vitest';
import { anyAnswers, completeAnswers } from '../questionnaire/answers.fixture.ts';
import { normalise } from '../questionnaire/answering/normalise.ts';
import { planBundle } from './bundle.ts';
import { documentFacts, noted, onBehalf, resourcesOf } from './document.fixture.ts';
import type { DocumentFacts } from './facts.ts';
import { uuidOf } from './uuid.ts';

const anyFacts: fc.Arbitrary<DocumentFacts> = fc
  .record({
    answers: fc.oneof(
      anyAnswers.map((answers) => normalise(answers)),
      fc.constant(completeAnswers()),
    ),
    language: fc.constantFrom('en' as const, 'zh' as const),
    version: fc.integer({ min: 1, max: 9 }),
    owner: fc.constantFrom({ for_my_self: true, account_owner: 'self' }, onBehalf),
    changed: fc.boolean(),
    replaced: fc.boolean(),
  })
  .map(({ changed, replaced, ...facts }) =>
    documentFacts({
      ...facts,
      ...(changed && { changedAt: '2026-11-23T00:00:00.000Z' }),
      ...(replaced && { replaced: { by: 10, on: '2026-11-24' } }),
    }),
  );

/** Returns every value under a field with this name, at any depth. */
function valuesOf(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [inner] : []),
    ...valuesOf(name, inner),
  ]);
}

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** Returns the XHTML of every narrative in a document. */
const narrativesOf = (bundle: Bundle): string[] => valuesOf('div', bundle) as string[];

/** Elements that a narrative may have here; each with its attributes. */
const elements =
  /<(?:br\/|\/?(?:p|b|i|h3|div)|div lang="(?:en|zh)" xml:lang="(?:en|zh)"|div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml")>/g;

/** Returns why a text is not a well-formed narrative; '' if it is one. */
function narrativeProblem(xhtml: string): string {
  const open: string[] = [];
  for (const [tag] of xhtml.matchAll(elements)) {
    const name = /\w+/.exec(tag)?.[0] ?? '';
    if (tag === '<br/>') continue;
    if (!tag.startsWith('</')) open.push(name);
    else if (open.pop() !== name) return `closes ${name} without opening it`;
  }
  if (open.length > 0) return `leaves ${open.join()} open`;
  const words = xhtml.replace(elements, '');
  if (/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/.test(words)) return 'contains a character that is not escaped';
  return words.trim() === '' ? 'is empty' : '';
}

describe('the document of a plan for health services', () => {
  it('is the same for the same version, byte for byte [X-01]', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        expect(JSON.stringify(planBundle(facts))).toBe(JSON.stringify(planBundle(copyOf(facts))));
      }),
    );
  });

  it('has other ids for another version, and the same identifier for the plan [X-01]', () => {
    const [first, second] = [1, 2].map((version) => planBundle(documentFacts({ version })));
    expect(first!.id).not.toBe(second!.id);
    expect(first!.identifier).not.toEqual(second!.identifier);
    const [one, two] = [1, 2].map((version) => resourcesOf('Composition', { version })[0]);
    expect(one!.identifier).toEqual(two!.identifier);
    expect(two!.relatesTo).toEqual([{ code: 'replaces', targetIdentifier: first!.identifier }]);
    expect(one!.relatesTo).toBeUndefined();
  });

  it('contains each resource that it refers to, once, and refers to each [X-01]', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const bundle = planBundle(facts);
        const addresses = (bundle.entry ?? []).map(({ fullUrl }) => fullUrl);
        expect(new Set(addresses).size).toBe(addresses.length);
        for (const { fullUrl, resource } of bundle.entry ?? [])
          expect(fullUrl).toBe(`urn:uuid:${resource?.id}`);
        const references = valuesOf('reference', bundle);
        for (const reference of references) expect(addresses).toContain(reference);
        for (const address of addresses.slice(1)) expect(references).toContain(address);
      }),
    );
  });

  it('has narratives that are well-formed, with nothing unescaped [X-01]', () => {
    fc.assert(
      fc.property(anyFacts, fc.string({ unit: fc.constantFrom(...'<>&"\'a\n]') }), (facts, text) => {
        const answers = { ...facts.answers, explanations: text, cannotSee_note: text, lastName: text };
        for (const narrative of narrativesOf(planBundle({ ...facts, answers })))
          expect(narrativeProblem(narrative)).toBe('');
      }),
    );
    const [script] = resourcesOf('Composition', {
      answers: { ...completeAnswers(), explanations: '<script>alert(1)</script>' },
    });
    expect(JSON.stringify(script)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('contains no control character, no lone surrogate and no override of direction, wherever they were typed [X-01]', () => {
    const bad = 'a\u0000b\u001Fc\u0085d\uD800e\u202Ef\uFFFFg';
    const [contact] = documentFacts().contacts;
    const bundle = planBundle(
      documentFacts({
        answers: { ...noted(), explanations: `${bad}\nline`, cannotSee_note: bad, lastName: bad },
        contacts: [{ ...contact!, name: bad, relationship: bad, phone: bad }],
        operator: { name: bad, phone: bad },
      }),
    );
    // oxlint-disable-next-line no-control-regex
    const found =
      /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/;
    for (const text of stringsIn(bundle)) {
      expect(text).not.toMatch(found);
      expect(text.isWellFormed()).toBe(true);
    }
    expect(stringsIn(bundle)).toContain('abcdefg\nline');
  });

  it('says nowhere that a plan is a directive, or a contact appointed, and has no consent [X-01] [D-01]', () => {
    for (const owner of [documentFacts().owner, onBehalf]) {
      const bundle = planBundle(documentFacts({ answers: noted(), owner }));
      const codes = valuesOf('code', bundle);
      expect(codes).not.toContain('42348-3');
      expect(codes).toContain('100.16998');
      expect((bundle.entry ?? []).map(({ resource }) => resource?.resourceType)).not.toContain('Consent');
      expect(stringsIn(bundle).join(' ')).toContain(
        'Named in this plan. Ask if they are also appointed by law.',
      );
    }
  });

  it('is at most 350 kB with the longest PDF of the demo people, and contains a long text four times [X-01]', () => {
    const pdf = { base64: 'A'.repeat(171_000 * (4 / 3)), size: 171_000, title: 'plan.pdf' };
    const size = (facts: Partial<DocumentFacts>) =>
      Buffer.byteLength(JSON.stringify(planBundle(documentFacts({ pdf, ...facts }))));
    expect(size({ answers: noted(), language: 'zh' })).toBeLessThan(350_000);
    const long = { ...noted(), explanations: 'x'.repeat(10_000) };
    const growth = size({ answers: long }) - size({ answers: noted() });
    // In the section, in the Observation with its narrative, and among the stored answers.
    expect(growth).toBeGreaterThan(39_000);
    expect(growth).toBeLessThan(41_000);
  });

  it('has ids that another implementation of version 5 computes too [X-01]', () => {
    // From Python: uuid.uuid5(uuid.UUID('5b0a7c1e-3d52-5e0f-9a64-7d1f0c2b8e41'), name)
    expect(uuidOf('')).toBe('62fa7e5d-2285-5f7a-b0a8-b675004b322e');
    expect(uuidOf('plan/1/composition')).toBe('61fb79f7-f99f-5185-bf53-94873122e02d');
    expect(uuidOf('x'.repeat(200))).toBe('ef3c197a-4227-5a89-b736-8c884f4726a1');
    expect(() => uuidOf('é')).toThrow('ASCII');
  });
});

/** Returns a copy that shares no object with the original; functions and the definition stay. */
const copyOf = ({ t, ...facts }: DocumentFacts): DocumentFacts => ({
  ...structuredClone(facts),
  t,
});
