import type { en } from './en.ts';

/** The two languages of the product. `zh` is Simplified Chinese. */
export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

/** The text files, by name. The web loads each when a page needs it; the server loads them all. */
export type TextFiles = typeof en;

export type TextFile = keyof TextFiles;

type Keys = { [File in TextFile]: keyof TextFiles[File] }[TextFile];
type PluralBase<Key> = Key extends `${infer Base}_other` ? Base : never;

/** The key of any text of the product; for a text with number forms, the key without `_one` or `_other`. */
export type TextKey = Keys | PluralBase<Keys>;

/** Values put in where the text has `{name}`. `count` also chooses the number form. */
export type TextParams = Readonly<Record<string, string | number>>;

/** Turns a key into words of one language. */
export type Translate = (key: TextKey, params?: TextParams) => string;
