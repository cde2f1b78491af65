import type { Config } from '../config.ts';
import type { MailTemplate } from './mail.ts';

/** How an import of customers went. `failed` lines could not be used. */
export type ImportOutcome = {
  importId: string;
  onPlatform: boolean;
  provider: string;
  total: number;
  done: number;
  failed: number;
};

/** Tells who imported a list how it went: without names, with a link to the result. */
export function importResultMail(config: Config, outcome: ImportOutcome): MailTemplate {
  const { importId, onPlatform, provider, total, done, failed } = outcome;
  const name = done > 0 ? 'importDone' : 'importFailed';
  const url = `${config.publicUrl}/${onPlatform ? 'admin' : 'provider'}/customers?import=${importId}`;
  return {
    subject: `mail.${name}.subject`,
    preheader: `mail.${name}.preheader`,
    heading: `mail.${name}.heading`,
    before: [`mail.${name}.p1`, ...(done > 0 && failed > 0 ? (['mail.importDone.p2'] as const) : [])],
    button: { label: `mail.${name}.button`, url },
    params: () => ({ done, total, failed, provider }),
    why: 'mail.part.whyStaff',
  };
}
