import { encode } from 'uqr';
import type { Language } from '../../domain/i18n/texts.ts';
import type { PlanDocument, PlanWords } from './plan/plan-document.ts';
import { inScript } from './runs/script-runs.ts';
import { isWhollyShown, plainText, runsOf, type Coverage, type Runs } from './runs/text-runs.ts';

/** A text in one language, cut into runs. `language` is '' for the language of the document. */
type Spoken = { language: Language | ''; lines: Runs };

/** Fields that the template uses as names, not as text on the page. */
const names = new Set(['language', 'id', 'count', 'weight', 'address']);

/** The blocks that staff read in an emergency: in English first, whatever the language of the plan (D-37). */
const englishFirst = new Set(['glance', 'firstContacts', 'noContacts']);

type Place = {
  key: string;
  language: Language;
  twinLanguage: Language | undefined;
  englishFirst: boolean;
  coverage: Coverage;
};

/**
 * Returns a plan's document as the template reads it: each text in each language in which it differs, as runs of one font and
 * language, the QR code as a drawing, and whether the signature is a picture. The picture itself is passed separately. The
 * result is plain JSON data. A typed signature is set in letters, unless it has letters that no font shows: then its picture, which
 * the browser made with the fonts of its machine, is shown instead.
 */
export function templateData(document: PlanDocument, coverage: Coverage): Record<string, unknown> {
  const { twin, ...own } = document;
  const { png, typedName } = own.signature;
  const isInLetters = typedName !== '' && (png === null || isWhollyShown(typedName, coverage));
  const words = withoutPicture(own);
  const other = twin && withoutPicture(twin);
  const place = {
    language: own.language,
    twinLanguage: other?.language,
    englishFirst: false,
    coverage,
  };
  const texts = inRuns(words, other, { ...place, key: '' }) as Record<string, object>;
  return {
    ...texts,
    plainTitle: spokenOnce([own.title, other?.title], coverage),
    // The page numbers are in another order in each language.
    footer: [words, ...(other ? [other] : [])].map(({ footer, language }) =>
      inRuns(footer, undefined, { ...place, language, key: '' }),
    ),
    signature: { ...texts.signature, isInLetters, hasPicture: png !== null },
    code: { ...texts.code, drawing: codeDrawing(own.code.address) },
  };
}

function withoutPicture(words: PlanWords) {
  const { png: _, ...signature } = words.signature;
  return { ...words, signature };
}

/** Returns the same structure as `value`, each text as runs of one font in one language. */
export const textsInRuns = (value: unknown, language: Language, coverage: Coverage): unknown =>
  inRuns(value, undefined, { key: '', language, twinLanguage: undefined, englishFirst: false, coverage });

/**
 * Returns the same structure as `value`, with texts in both languages where they differ. Numbers, flags and nulls are unchanged.
 */
function inRuns(value: unknown, twin: unknown, place: Place): unknown {
  const { key, coverage } = place;
  if (typeof value === 'string') {
    if (names.has(key)) return plainText(value, coverage);
    if (key === 'description') return spokenOnce([value, twin], coverage);
    if (key === 'typedName') return scriptOf(value, place);
    return spokenOf(value, twin, place);
  }
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      inRuns(item, Array.isArray(twin) ? (twin as unknown[])[index] : undefined, place),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      inRuns(item, (twin as Record<string, unknown> | undefined)?.[name], {
        ...place,
        key: name,
        englishFirst: place.englishFirst || englishFirst.has(name),
      }),
    ]),
  );
}

/** Returns a text in each of its languages. A text that is equal in both, such as the person's own words, appears once. */
function spokenOf(text: string, twin: unknown, place: Place): Spoken[] {
  const { language, twinLanguage, coverage } = place;
  const both: Spoken[] = [{ language: '', lines: runsOf(text, language, coverage) }];
  if (typeof twin === 'string' && twinLanguage !== undefined && twin !== text)
    both.push({ language: twinLanguage, lines: runsOf(twin, twinLanguage, coverage) });
  if (place.englishFirst && twinLanguage === 'en') both.reverse();
  return both.filter(({ lines }) => lines.length > 0);
}

/** Returns a typed signature in the script face. It is equal in all languages. */
function scriptOf(name: string, { language, coverage }: Place): Spoken[] {
  const lines = inScript(runsOf(name, language, coverage), coverage);
  return lines.length === 0 ? [] : [{ language: '', lines }];
}

/** Returns a title or a description for screen readers, which cannot mark the language of its parts. */
function spokenOnce(texts: readonly unknown[], coverage: Coverage): string {
  const different = new Set(texts.filter((text) => typeof text === 'string' && text !== '') as string[]);
  return plainText([...different].join(' / '), coverage);
}

/** Returns a QR code (level M) as an SVG drawing of one path, with the quiet zone of 4 modules that scanners need. */
export function codeDrawing(url: string): string {
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const bars = data.flatMap((row, y) =>
    barsOf(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${bars.join('')}"/></svg>`;
}

function barsOf(row: readonly boolean[]): { from: number; length: number }[] {
  const bars: { from: number; length: number }[] = [];
  row.forEach((dark, x) => {
    const last = bars.at(-1);
    if (dark && last && last.from + last.length === x) last.length += 1;
    else if (dark) bars.push({ from: x, length: 1 });
  });
  return bars;
}
