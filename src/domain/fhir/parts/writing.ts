import type { CodeableConcept, Coding, Element, FhirResource, Reference } from 'fhir/r4';
import type { Language, Translate } from '../../i18n/texts.ts';
import { currentDefinition, type Definition } from '../../questionnaire/definition.ts';
import { markedLine, namesIn, noteTitle } from '../../questionnaire/reading/own-words.ts';
import { presentPlan, type Reading, type Row, type Section } from '../../questionnaire/reading/present.ts';
import { voiceOf } from '../../questionnaire/reading/voice.ts';
import type { DocumentFacts } from '../facts.ts';
import { withPlainCharacters } from '../plain-characters.ts';
import { uuidOf } from '../uuid.ts';

/** A resource of the document, under its key. */
export type Part = { key: string; resource: FhirResource };

/** Everything that the parts of one document share. */
export type Writing = {
  facts: DocumentFacts;
  definition: Definition;
  /** English is written first. */
  en: Reading;
  /** For a plan signed in Chinese. */
  zh: Reading | null;
  /** Instant of this state of the plan. */
  at: string;
  idOf(key: string): string;
  refTo(key: string): Reference;
  /** Who answered: the person, or the recorder of a plan written on behalf. */
  author: Reference;
};

/** Returns what the parts of a document share, with texts that contain only characters that FHIR allows. */
export function writingOf(given: DocumentFacts): Writing {
  // The PDF and the texts of the product need no check; the definition has texts of the product only.
  const { pdf, t, definition = currentDefinition, ...typed } = given;
  const facts = { ...withPlainCharacters(typed), pdf, t };
  const readingIn = (language: Language): Reading => ({
    t: t[language],
    voice: voiceOf(facts.owner, facts.answers, t[language]),
    definition,
  });
  const ids = new Map<string, string>();
  const idOf = (key: string): string => {
    const id = ids.get(key) ?? uuidOf(`${facts.planId}/${facts.version}/${key}`);
    ids.set(key, id);
    return id;
  };
  const refTo = (key: string): Reference => ({ reference: `urn:uuid:${idOf(key)}` });
  return {
    facts,
    definition,
    en: readingIn('en'),
    zh: facts.language === 'zh' ? readingIn('zh') : null,
    at: facts.changedAt ?? facts.signedAt,
    idOf,
    refTo,
    author: refTo(facts.owner.for_my_self ? 'patient' : 'recorder'),
  };
}

/** Returns the sections of the plan in a language; null if its signed words are not kept in it. */
export function sectionsIn(writing: Writing, language: Language): readonly Section[] | null {
  const { facts, en, zh, definition } = writing;
  const reading = language === 'zh' ? zh : en;
  if (!reading) return null;
  if (!facts.signed)
    return presentPlan(
      {
        status: 'complete',
        definition_version: definition.version,
        answers: facts.answers,
        signed_sections: null,
      },
      reading,
    ).map((section) => ({ ...section, rows: section.rows.map((row) => marked(row, writing, language)) }));
  const { language: own, sections, twin } = facts.signed;
  if (own === language) return sections;
  return twin?.language === language ? twin.sections : null;
}

/** Marks in an English row what was typed in Chinese (D-37). */
export function marked(row: Row, { facts, en, zh }: Writing, language: Language): Row {
  if (language !== 'en' || !zh) return row;
  const names = namesIn(facts.answers, en.voice);
  return { ...row, lines: row.lines.map((line) => markedLine(line, en.t, names)) };
}

/** Returns the title of a note in a language, with the mark that it was written in Chinese. */
export const noteTitleIn = (t: Translate) => (note: string) => noteTitle(note, t);

const han = /\p{Script=Han}/u;

/** Returns `zh` for words written in Chinese characters; else undefined: the language of other words is not known. */
export const languageOfWords = (words: string): 'zh' | undefined => (han.test(words) ? 'zh' : undefined);

/** Returns the element that adds the signed Chinese words to an English text; undefined if there are none. */
export function inChinese(english: string, chinese: string | undefined): Element | undefined {
  if (chinese === undefined || chinese === english || chinese.trim() === '') return undefined;
  return {
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/translation',
        extension: [
          { url: 'lang', valueCode: 'zh' },
          { url: 'content', valueString: chinese },
        ],
      },
    ],
  };
}

/** Returns a concept in words, with its codes, and with the signed Chinese words if there are any. */
export function concept(text: string, chinese: string | undefined, coding: Coding[] = []): CodeableConcept {
  const translated = inChinese(text, chinese);
  return { ...(coding.length > 0 && { coding }), text, ...(translated && { _text: translated }) };
}
