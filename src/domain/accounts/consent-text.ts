import type { PlainTextKey, Translate } from '../i18n/texts.ts';
import type { ConsentDocument } from './consents.ts';

/** How many paragraphs each text has in short, and in each of its sections. */
const shapes: Readonly<Record<ConsentDocument, { short: number; sections: readonly number[] }>> = {
  eusa: { short: 7, sections: [2, 2, 5, 2, 2, 3, 4, 2, 1, 2, 5, 3, 1, 2, 1, 1, 2] },
  privacy: { short: 6, sections: [2, 5, 2, 3, 1, 7, 1, 2, 2, 2, 6, 1, 1, 2, 1] },
};

export type ConsentSection = { title: PlainTextKey; paragraphs: readonly PlainTextKey[] };

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The parts of a text in the order they are shown, as text keys of `consent-service` or `consent-privacy`. */
export function consentParts(document: ConsentDocument): {
  title: PlainTextKey;
  short: ConsentSection;
  sections: readonly ConsentSection[];
  end: PlainTextKey;
} {
  const { short, sections } = shapes[document];
  const part = (name: string, count: number): ConsentSection => ({
    title: `consent.${document}.${name}.title` as PlainTextKey,
    paragraphs: numbers(count).map((number) => `consent.${document}.${name}.p${number}` as PlainTextKey),
  });
  return {
    title: `consent.${document}.title`,
    short: part('short', short),
    sections: sections.map((count, index) => part(`s${index + 1}`, count)),
    end: `consent.${document}.end`,
  };
}

/** Without the address of a full privacy policy there is none to read, and the paragraph that names it is left out. */
export const isShown = (paragraph: PlainTextKey, privacyPolicyUrl: string): boolean =>
  paragraph !== 'consent.privacy.s14.p2' || privacyPolicyUrl !== '';

/** All that a person reads of a text, paragraph by paragraph. `t` knows the operator's values. */
export function consentWords(document: ConsentDocument, t: Translate, privacyPolicyUrl: string): string[] {
  const { title, short, sections, end } = consentParts(document);
  const paragraphs = [short, ...sections].flatMap((part) => [
    part.title,
    ...part.paragraphs.filter((key) => isShown(key, privacyPolicyUrl)),
  ]);
  return [title, ...paragraphs, end].map((key) => t(key));
}
