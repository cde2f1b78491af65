import type { Config } from '../../config.ts';
import { translators, type MailTemplate } from '../mail.ts';

/** A move to another house. `actor` made it and `organisation` is their organisation; null if there is no name. */
export type MoveFacts = { actor: string | null; organisation: string | null; from: string; to: string };

/** Builds the notice that staff moved the customer to another house, and the time to undo it is over (D-63). */
export function customerMovedMail(
  config: Config,
  { actor, organisation, from, to }: MoveFacts,
): MailTemplate {
  return {
    subject: 'mail.customerMoved.subject',
    preheader: 'mail.customerMoved.preheader',
    heading: 'mail.customerMoved.heading',
    before: ['mail.customerMoved.p1', 'mail.customerMoved.p2', 'mail.customerMoved.p3'],
    params: (language) => ({
      actor: actor ?? translators[language]('notification.part.someone'),
      organisation: organisation ?? config.company.name,
      ...{ from, to, helpPhone: config.help.phone },
    }),
    why: 'mail.part.whyAccount',
  };
}
