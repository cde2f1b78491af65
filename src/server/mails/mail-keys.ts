import type { TextKey } from '../../domain/i18n/texts.ts';
import type { MailTemplate } from './mail.ts';

type MailKey = Extract<TextKey, `mail.${string}`>;
type StemOf<Key> = Key extends `mail.${infer Stem}.preheader` ? Stem : never;
type PartOf<Key, Stem extends string> = Key extends `mail.${Stem}.${infer Part}` ? Part : never;

/** First part of the keys of a mail, as in `mail.<stem>.subject`. Every mail has a preheader. */
type Stem = StemOf<MailKey>;

/** A text of the mail by the rest of its key; a text that mails share by its whole key. */
type Part<Of extends Stem> = PartOf<MailKey, Of> | MailKey;

/** The reasons why the receiver gets a mail. Every mail states one. */
type Why = PartOf<MailKey, 'part'> & `why${string}`;

/** The parts of a mail, see MailTemplate. A mail without a name for its first paragraph has `p1`. */
interface Parts<Of extends Stem> {
  readonly subject?: Part<Of>;
  readonly preheader?: Part<Of>;
  readonly heading?: Part<Of>;
  readonly before?: readonly Part<Of>[];
  readonly button?: Part<Of>;
  readonly after?: readonly Part<Of>[];
  /** Parts whose text has a form for a user who keeps the plan for another person: the key with `Behalf` at its end. */
  readonly behalf?: readonly Part<Of>[];
  readonly why: Why;
  readonly bothLanguages?: true;
}

export type Texts = Omit<MailTemplate, 'button' | 'params'>;

/** The keys of a mail. `button` is the label. */
type MailTexts<Named> = Texts & { button: Named extends { button: string } ? TextKey : undefined };

/** The parts without the union of their keys, which is too large for the compiler. */
type Untyped = {
  [Name in keyof Parts<never>]: Name extends 'before' | 'after' | 'behalf'
    ? readonly string[]
    : Name extends 'why' | 'bothLanguages'
      ? Parts<never>[Name]
      : string;
};

/** Returns the keys of a mail from its first part and the names of its parts. */
export function mail<const Of extends Stem, const Named extends Parts<Of>>(
  stem: Of,
  parts: Named & Parts<Of>,
): MailTexts<Named> {
  const { subject, preheader, heading, before, button, after, behalf, why, bothLanguages }: Untyped = parts;
  const key = (part: string) => (part.startsWith('mail.') ? part : `mail.${stem}.${part}`) as TextKey;
  return {
    subject: key(subject ?? 'subject'),
    preheader: key(preheader ?? 'preheader'),
    ...(heading !== undefined && { heading: key(heading) }),
    before: (before ?? ['p1']).map(key),
    button: (button === undefined ? undefined : key(button)) as MailTexts<Named>['button'],
    ...(after && { after: after.map(key) }),
    ...(behalf && { behalf: behalf.map(key) }),
    why: `mail.part.${why}`,
    ...(bothLanguages && { bothLanguages }),
  };
}
