import { AppError } from '../../../../domain/errors.ts';
import type { Services } from '../../../pipeline/context.ts';
import { concurrencyByKey } from '../../../pipeline/limits/concurrency-by-key.ts';
import type { Tries } from '../../../pipeline/limits/limit.ts';
import { verifyPassword } from '../../../pipeline/passwords/passwords.ts';
import { countTry, findOpenLink, forgetTry, type OpenLink } from './opening-store.ts';

/** Result of a passcode: the link that it opens, or the number of tries that are left. */
export type CheckedPasscode =
  | { link: OpenLink; isRight: true }
  | { link: OpenLink; isRight: false; left: number };

/**
 * Passcodes of one link are compared one after the other, so that simultaneous readers with the right one do not hold each other's
 * tries, and one link cannot fill the queue of password checks.
 */
const ofLink = concurrencyByKey({ atOnce: 1, waitingAtMost: 40 });

/** The tries are counted before and apart from this: this limits how often a right passcode makes a document. */
const triesOf = (linkId: string): Tries => [{ counted: ['health-link:link', linkId], counts: 'always' }];

/**
 * Compares a passcode, after counting the try. A try whose passcode was right is taken back; one that was interrupted stays counted.
 * @throws AppError `not-found` for a link that does not open; `rate-limited`; `unavailable` when too many wait
 */
export async function checkPasscode(
  services: Services,
  { id, passcode }: { id: string; passcode: string },
  consume: (tries: Tries) => Promise<void>,
): Promise<CheckedPasscode> {
  const { db, keyring, clock } = services;
  const found = await findOpenLink(db, keyring, id, clock());
  if (!found) throw new AppError('not-found');
  return ofLink(found.id, async () => {
    // After the wait the link may have closed: then nothing more is counted or hashed.
    const link = await findOpenLink(db, keyring, id, clock());
    if (!link) throw new AppError('not-found');
    await consume(triesOf(link.id));
    const left = await countTry(db, link.id, clock());
    if (left === null) throw new AppError('not-found');
    if (!(await verifyPassword(link.passcodeHash, passcode))) return { link, isRight: false, left };
    await forgetTry(db, link.id);
    return { link, isRight: true };
  });
}
