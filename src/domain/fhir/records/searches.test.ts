import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClinicalRefusal } from '../outcome.ts';
import { readConsentSearch, readDocumentSearch } from './document-search.ts';
import { readPatientSearch } from './patient-search.ts';
import { customerIdSystem, documentIdOf, readDocumentId } from './record-ids.ts';
import { isSameName, isWholeName, plainName } from './same-name.ts';
import { maxQueryLength, type Query } from './search-parameters.ts';

const baseUrl = 'https://wattle.example';
const id = '3f0c4d52-8a52-4b1c-9a6e-0d9c7a1f2b3c';

/** Decodes a query as the server does. */
const decoded = (text: string): Query => ({ length: text.length, pairs: [...new URLSearchParams(text)] });

const queryOf = (values: Record<string, string>) => decoded(new URLSearchParams(values).toString());

describe('names in a search', () => {
  it('are compared without case, accents and kinds of apostrophes, and otherwise exactly [X-06]', () => {
    const same = (a: string, b: string) => plainName(a) === plainName(b);
    expect(same('Zoë', 'ZOE')).toBe(true);
    expect(same('O’Brien', "o'brien")).toBe(true);
    expect(same('Anne\u2011Marie', 'anne-marie')).toBe(true);
    expect(same('İpek', 'ipek')).toBe(true);
    expect(same('Doyle', 'Doyl')).toBe(false);
    expect(same('किरण', 'करण')).toBe(false);
  });

  it('are whole names: no wildcard, no single letter, no disguising character [X-06]', () => {
    for (const name of ['Margaret', 'Li', '陈', "O'Brien", 'नेहा', 'Nguyễn Văn'])
      expect([name, isWholeName(name)]).toEqual([name, true]);
    for (const name of [
      '',
      ' ',
      'M',
      'é',
      'M*',
      '%%',
      '__',
      '12',
      'Mar\\garet',
      'Mar\u202Egaret',
      'a\u0000b',
      '\uD800a',
    ])
      expect([name, isWholeName(name)]).toEqual([name, false]);
    expect(isWholeName('a'.repeat(201))).toBe(false);
  });

  it('match both parts, or the whole name in either order, and never a part [X-06]', () => {
    const margaret = { given: 'Margaret', family: 'Doyle' };
    expect(isSameName(margaret, { given: 'margaret', family: 'DOYLE' })).toBe(true);
    expect(isSameName(margaret, { name: 'Doyle Margaret' })).toBe(true);
    expect(isSameName(margaret, { name: 'Doyle' })).toBe(false);
    expect(isSameName(margaret, { given: 'Doyle', family: 'Margaret' })).toBe(false);
    expect(isSameName({ given: '美玲', family: '陈' }, { name: '陈美玲' })).toBe(true);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (given, family) => {
          expect(isSameName({ given, family }, { given: given.toUpperCase().toLowerCase(), family })).toBe(
            plainName(given) === plainName(given.toUpperCase().toLowerCase()),
          );
          expect(isSameName({ given, family }, { name: `${given} ${family}` })).toBe(true);
        },
      ),
    );
  });
});

describe('searches of clinical systems', () => {
  it('name one person, or are refused, whatever is sent [X-06]', () => {
    const parameters = ['identifier', 'name', 'family', 'given', 'birthdate', 'name:contains', '_id'];
    const query = fc.array(fc.tuple(fc.constantFrom(...parameters), fc.string()), { maxLength: 5 });
    fc.assert(
      fc.property(query, (pairs) => {
        const text = decoded(new URLSearchParams(pairs).toString());
        try {
          const search = readPatientSearch(text, baseUrl);
          expect(search.by === 'number' || /^\d{4}-\d\d-\d\d$/.test(search.birthDate)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ClinicalRefusal);
          expect((error as ClinicalRefusal).status).toBe(400);
        }
      }),
    );
    const identifier = `${customerIdSystem(baseUrl, id)}|R-17`;
    expect(readPatientSearch(queryOf({ identifier }), baseUrl)).toEqual({
      by: 'number',
      providerId: id,
      number: 'R-17',
    });
    const named = queryOf({ name: 'Margaret Doyle', birthdate: 'eq1941-03-12' });
    expect(readPatientSearch(named, baseUrl)).toMatchObject({ by: 'name', birthDate: '1941-03-12' });
  });

  it('are read up to a length, and refused above it before anything else [X-06]', () => {
    const tooLong = { length: maxQueryLength + 1, pairs: [] };
    expect(() => readPatientSearch(tooLong, baseUrl)).toThrow('The query is too long.');
    expect(() => readDocumentSearch(tooLong, baseUrl)).toThrow('The query is too long.');
  });

  it('have a period of milliseconds from _lastUpdated, which misses no change after an instant [X-06]', () => {
    const periodOf = (query: string) => readDocumentSearch(decoded(query), baseUrl).changed;
    const noon = Date.parse('2026-11-30T12:00:00Z');
    expect(periodOf('')).toEqual({ from: null, before: null });
    expect(periodOf('_lastUpdated=gt2026-11-30T12:00:00Z')).toEqual({ from: noon + 1, before: null });
    expect(periodOf('_lastUpdated=ge2026-11-30T23:00:00%2B11:00')).toEqual({ from: noon, before: null });
    expect(periodOf('_lastUpdated=lt2026-11-30T12:00:00.000Z')).toEqual({ from: null, before: noon });
    expect(periodOf('_lastUpdated=le2026-11-30T12:00:00Z')).toEqual({ from: null, before: noon + 1_000 });
    expect(periodOf('_lastUpdated=gt2026-11-29')).toEqual({ from: noon - 43_200_000, before: null });
    expect(periodOf('_lastUpdated=2026-11-30')).toEqual({
      from: noon - 43_200_000,
      before: noon + 43_200_000,
    });
    expect(periodOf('_lastUpdated=ge2026-11-29&_lastUpdated=lt2026-11-30')).toEqual({
      from: noon - 3 * 43_200_000,
      before: noon - 43_200_000,
    });
    for (const value of ['2026-02-30', 'sa2026-11-30', '2026-11-30T12:00:00', '2026-11-30T25:00:00Z', 'x'])
      expect(() => periodOf(`_lastUpdated=${value}`)).toThrow(ClinicalRefusal);
    expect(() => periodOf('_lastUpdated=2026-11-30&_lastUpdated=2026-11-30&_lastUpdated=2026-11-30')).toThrow(
      ClinicalRefusal,
    );
  });

  it('take the patient by id or by reference, of this site only, and at most a hundred results [X-06]', () => {
    for (const patient of [id, `Patient/${id}`, `${baseUrl}/fhir/Patient/${id}`]) {
      expect(readDocumentSearch(queryOf({ patient }), baseUrl).patientId).toBe(id);
      expect(readConsentSearch(queryOf({ patient }), baseUrl)).toBe(id);
    }
    for (const patient of ['', 'x', `Group/${id}`, `https://other.example/fhir/Patient/${id}`, `${id},${id}`])
      expect(() => readDocumentSearch(queryOf({ patient }), baseUrl)).toThrow(ClinicalRefusal);
    expect(() => readConsentSearch(decoded(''), baseUrl)).toThrow(ClinicalRefusal);
    expect(readDocumentSearch(decoded('_count=7'), baseUrl).count).toBe(7);
    expect(readDocumentSearch(decoded('_count=101'), baseUrl).count).toBe(100);
  });

  it('give each version an id that is read back, and no other text is one [X-06]', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 999_999_999 }), (patientId, version) => {
        expect(readDocumentId(documentIdOf({ patientId, version }))).toEqual({ patientId, version });
        expect(documentIdOf({ patientId, version })).toMatch(/^[A-Za-z0-9.-]{1,64}$/);
      }),
    );
    for (const text of [
      id,
      `${id}.`,
      `${id}.0`,
      `${id}.01`,
      `${id}.1.1`,
      `${id.toUpperCase()}.1`,
      `${id}.1\n`,
    ])
      expect([text, readDocumentId(text)]).toEqual([text, null]);
  });
});
