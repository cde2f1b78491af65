/** Kind of an answer: how it is entered, checked and read. */
export type Kind = keyof typeof kinds;

type KindRules = {
  /** 'text' is one string, 'list' an array of strings. */
  shape: 'text' | 'list';
  /** Maximum length in characters (Unicode code points), or of one entry of a list. */
  max: number;
  /** Whether line breaks and tabs are allowed. */
  manyLines: boolean;
  /** Whether it is made of digits, which Chinese keyboards type in full width (D-43). */
  ofDigits: boolean;
  /** Whether a plan shows the answer in words. */
  inWords: boolean;
};

/** Maximum number of characters of a note. */
export const noteMax = 2000;

/** Maximum size of the decoded signature picture, in bytes. */
export const signatureMaxBytes = 500_000;

/**
 * Kinds of answer: `letters` a name of letters and spaces, `name` a name without digits, `birthDate` DD/MM/YYYY, `postcode` four
 * digits, `choice` one stored value, `choices` a list of stored values, `text` free text of several lines, `signature` a PNG data
 * URL.
 */
export const kinds = {
  letters: { shape: 'text', max: 100, manyLines: false, ofDigits: false, inWords: true },
  name: { shape: 'text', max: 100, manyLines: false, ofDigits: false, inWords: true },
  birthDate: { shape: 'text', max: 20, manyLines: false, ofDigits: true, inWords: true },
  postcode: { shape: 'text', max: 20, manyLines: false, ofDigits: true, inWords: true },
  choice: { shape: 'text', max: 200, manyLines: false, ofDigits: false, inWords: true },
  choices: { shape: 'list', max: 200, manyLines: false, ofDigits: false, inWords: true },
  text: { shape: 'text', max: 10_000, manyLines: true, ofDigits: false, inWords: true },
  signature: {
    shape: 'text',
    max: Math.ceil(signatureMaxBytes / 3) * 4 + 100,
    manyLines: false,
    ofDigits: false,
    inWords: false,
  },
} as const satisfies Record<string, KindRules>;

/** Returns the value of a question of this kind before anything is answered. */
export function emptyValue(kind: Kind): string | string[] {
  return kinds[kind].shape === 'list' ? [] : '';
}

/** Whether a value has the type that this kind stores. Never throws, whatever the value. */
export function hasShape(kind: Kind, value: unknown): value is string | string[] {
  if (kinds[kind].shape === 'text') return typeof value === 'string';
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
