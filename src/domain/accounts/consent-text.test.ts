import { expect, it } from 'vitest';
import { consentDocuments } from './consents.ts';
import { catalogue } from '../i18n/catalogue.ts';
import { consentParts } from './consent-text.ts';

it.each(consentDocuments)(
  'every line of the %s text is shown, once and in its order [CONSENT-01]',
  (document) => {
    const { title, short, sections, end } = consentParts(document);
    const shown = [title, short, ...sections, end].flatMap((part) =>
      typeof part === 'string' ? [part] : [part.title, ...part.paragraphs],
    );
    const written = Object.keys(catalogue.en).filter(
      (key) => key.startsWith(`consent.${document}.`) && key !== `consent.${document}.whatsNew`,
    );
    expect(shown.toSorted()).toEqual(written.toSorted());
    expect(new Set(shown).size).toBe(shown.length);
  },
);
