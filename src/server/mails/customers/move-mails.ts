import type { Config } from '../../config.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { type MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

/** A move to another house. `actor` made it and `organisation` is their organisation; null if there is no name. */
export type MoveFacts = { actor: string | null; organisation: string | null; from: string; to: string };

/** Builds the notice that staff moved the customer to another house, and the time to undo it is over (D-63). */
export function customerMovedMail(
  config: Config,
  { actor, organisation, from, to }: MoveFacts,
): MailTemplate {
  return mailOf('customerMoved', {
    params: (language) => ({
      actor: actor ?? translators[language]('notification.part.someone'),
      organisation: organisation ?? config.company.name,
      ...{ from, to, helpPhone: config.help.phone },
    }),
  });
}

/** Returns the mail about a move to another house. */
export const moveSamples = (config: Config): MailTemplate[] => [
  customerMovedMail(config, {
    actor: 'Priya Nair',
    organisation: 'Banksia House',
    from: 'Banksia House',
    to: 'Correa Lodge',
  }),
];
