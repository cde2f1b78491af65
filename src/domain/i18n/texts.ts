import type { en } from './en.ts';

/** The two languages of the product. `zh` is Simplified Chinese. */
export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

/** The text files, by name. The web loads each when a page needs it; the server loads them all. */
export type TextFiles = typeof en;

export type TextFile = keyof TextFiles;

type UnionToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

/** Every English text by its key. */
type Texts = UnionToIntersection<TextFiles[TextFile]>;

type Keys = keyof Texts;
type PluralBase<Key> = Key extends `${infer Base}_other` ? Base : never;

/** The key of any text of the product; for a text with number forms, the key without `_one` or `_other`. */
export type TextKey = Keys | PluralBase<Keys>;

/** Values put in where the text has `{name}`. `count` also chooses the number form. */
export type TextParams = Readonly<Record<string, string | number>>;

/** Parameters whose values come from the operator's settings. Translators of the web fill them in. */
export type SiteName =
  | 'abn'
  | 'companyAddress'
  | 'companyName'
  | 'helpEmail'
  | 'helpHours'
  | 'helpPhone'
  | 'mailCompany'
  | 'overseasCountries'
  | 'paymentCompany'
  | 'privacyEmail'
  | 'privacyPolicyUrl'
  | 'smsCompany';

/** Parameters that name the person a plan is about, and who writes it for them. */
export type VoiceName = 'firstName' | 'person' | 'recorder' | 'relation';

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The names of the parameters of each text, without those of the operator. Number forms always need `count`. */
type NamesByKey = { [Key in Keys]: Exclude<NamesIn<Texts[Key]>, SiteName> } & {
  [Key in Keys as PluralBase<Key>]: Exclude<NamesIn<Texts[Key]>, SiteName> | 'count';
};

/** The names of the parameters of a text. For a union of keys, the names of all of them. */
export type NamesOf<Key extends TextKey> = { [Each in Key]: NamesByKey[Each] }[Key];

/** The keys of the texts that need no other parameters than `Names`. */
export type TextKeyWith<Names extends string> = {
  [Key in TextKey]: NamesByKey[Key] extends Names ? Key : never;
}[TextKey];

/** The key of a text without parameters. */
export type PlainTextKey = TextKeyWith<never>;

/** The key of a text that names the person and the writer at most: words for a plan that is written on behalf. */
export type VoicedTextKey = TextKeyWith<VoiceName>;

/** The last argument of a function that fills `Names` into a text: required exactly where there are any. */
export type ParamsFor<Names extends string> = [Names] extends [never]
  ? [params?: TextParams]
  : [params: TextParams & Readonly<Record<Names, string | number>>];

/** Returns the words of a key in one language. A text with parameters does not compile without them. */
export type Translate = <Key extends TextKey>(key: Key, ...params: ParamsFor<NamesOf<Key>>) => string;

/** Translates a key that is known at run time only, such as the message of a form, with the parameters that came with it. */
export function translateMessage(t: Translate, key: TextKey, params?: TextParams): string {
  return (t as (key: TextKey, params?: TextParams) => string)(key, params);
}
