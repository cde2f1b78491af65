import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import { getFrozenWords } from './frozen-words.ts';
import { findSignedState } from '../store.ts';

/** Returns the texts of a signed state of a plan, by the id of that state; null if none were stored in that language. */
export const getSignedSections = operation({
  name: 'acp.signed_sections',
  kind: 'read',
  input: z.strictObject({ id: z.string().check(z.uuid()), language: z.enum(['en', 'zh']) }),
  access: { action: 'plan.read', subject: ({ id }, { tx }) => findSignedState(tx, id) },
  async run({ input, tx, services }) {
    const { language, sections, twin } = await getFrozenWords(tx, services, input.id);
    if (language === input.language) return sections;
    return twin?.language === input.language ? twin.sections : null;
  },
});
