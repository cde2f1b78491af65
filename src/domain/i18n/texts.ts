import type { en } from './en.ts';

/** The two languages of the product. `zh` is Simplified Chinese. */
export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

/** Text files, by name. The web client loads each when a page needs it; the server loads them all. */
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

/** Key of any text of the product; for a text with number forms, the key without `_one` or `_other`. */
export type TextKey = Keys | PluralBase<Keys>;

/** Values for `{name}` in a text. `count` also chooses the number form. */
export type TextParams = Readonly<Record<string, string | number>>;

/** Parameters whose values come from the operator's settings. Translators of the web client fill them in. */
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

/** Parameters that name the owner of a plan, and the writer on their behalf. */
export type VoiceName = 'firstName' | 'person' | 'recorder' | 'relation';

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names of the parameters of each text, without those of the operator. Number forms always need `count`. */
type NamesByKey = { [Key in Keys]: Exclude<NamesIn<Texts[Key]>, SiteName> } & {
  [Key in Keys as PluralBase<Key>]: Exclude<NamesIn<Texts[Key]>, SiteName> | 'count';
};

/** Names of the parameters of a text. For a union of keys, the names of all of them. */
export type NamesOf<Key extends TextKey> = { [Each in Key]: NamesByKey[Each] }[Key];

/** Keys of the texts that need no other parameters than `Names`. */
export type TextKeyWith<Names extends string> = {
  [Key in TextKey]: NamesByKey[Key] extends Names ? Key : never;
}[TextKey];

/** Key of a text without parameters. */
export type PlainTextKey = TextKeyWith<never>;

/** Key of a text whose parameters are at most the owner and the writer: words for a plan that is written on behalf. */
export type VoicedTextKey = TextKeyWith<VoiceName>;

/** Last argument of a function that fills `Names` into a text: required exactly if there are any. */
export type ParamsFor<Names extends string> = [Names] extends [never]
  ? [params?: TextParams]
  : [params: TextParams & Readonly<Record<Names, string | number>>];

/** Returns the words of a key in one language. A text with parameters does not compile without them. */
export type Translate = <Key extends TextKey>(key: Key, ...params: ParamsFor<NamesOf<Key>>) => string;

/** Translates a key that is only known at run time, such as the message of a form, with its parameters. */
export function translateMessage(t: Translate, key: TextKey, params?: TextParams): string {
  return (t as (key: TextKey, params?: TextParams) => string)(key, params);
}
