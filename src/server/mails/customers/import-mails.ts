import { melbourneTime } from '../../../domain/fields.ts';
import type { Config } from '../../config.ts';
import type { MailTemplate } from '../mail.ts';
import { mailOf } from '../mail-texts.ts';

/** The result of an import of customers. `failed` lines could not be used; the customers of `here` existed already. */
export type ImportOutcome = {
  importId: string;
  onPlatform: boolean;
  provider: string;
  total: number;
  done: number;
  failed: number;
  here: number;
  /** When the invitations are sent; null if they do not wait. */
  invitationsDue: Date | null;
};

const nameOf = ({ done, failed }: ImportOutcome) =>
  failed === 0 ? 'importDone' : done > 0 ? 'importPartly' : 'importFailed';

/** The result of an import, for the importer: without names, with a link to the result. */
export function importResultMail(config: Config, outcome: ImportOutcome): MailTemplate {
  const { importId, onPlatform, provider, total, done, failed, here, invitationsDue } = outcome;
  const name = nameOf(outcome);
  const url = `${config.publicUrl}/${onPlatform ? 'admin' : 'provider'}/customers?import=${importId}`;
  const mail = mailOf(name, {
    url,
    params: () => ({
      ...{ done, total, failed, provider, here },
      time: invitationsDue ? melbourneTime(invitationsDue) : '',
    }),
  });
  return {
    ...mail,
    before: [
      ...mail.before,
      ...(here > 0 ? (['mail.import.here'] as const) : []),
      ...(name === 'importPartly' ? (['mail.importPartly.p2'] as const) : []),
      ...(invitationsDue ? (['mail.import.invitations'] as const) : []),
    ],
  };
}

/** Returns the results of an import: with all lines done, with lines to correct, and with no customer added. */
export function importSamples(config: Config, at: Date): MailTemplate[] {
  const outcome = { importId: 'example', onPlatform: false, provider: 'Banksia House', total: 12 };
  return [
    importResultMail(config, { ...outcome, done: 10, failed: 0, here: 2, invitationsDue: at }),
    importResultMail(config, { ...outcome, done: 8, failed: 2, here: 2, invitationsDue: at }),
    importResultMail(config, { ...outcome, done: 0, failed: 12, here: 0, invitationsDue: null }),
  ];
}
