import type { Transaction } from 'kysely';
import type { Actor } from '../../domain/access/actors.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/connect.ts';
import type { Keyring } from '../db/sealing/seal.ts';
import type { Tables } from '../db/tables/tables.ts';
import type { PaperDocument } from '../documents/invoice-document.ts';
import type { ObjectStore } from '../ports/object-store/port.ts';
import type { WatchedPayments } from '../ports/payments/port.ts';
import type { TextMessages } from '../ports/text-messages/port.ts';
import type { Trace } from '../ports/traces/port.ts';
import type { VirusScan } from '../ports/virus-scan/port.ts';
import type { RefusedAccess } from './audit/access-denied-log.ts';
import type { Secrets } from '../db/sealing/secrets.ts';

export type { Database };
export type Tx = Transaction<Tables> | Database;

/** What operations need of the outside. `compose.ts` alone puts it together. */
export type Services = {
  config: Config;
  db: Database;
  /** The same database by connections of its own, for the emergency page. */
  emergencyDb: Database;
  keyring: Keyring;
  secrets: Secrets;
  /** The only clock of the server, so that tests can move it. */
  clock: () => Date;
  /** Makes a plan's PDF from its document, an urgent one first; refuses with `unavailable` when too many wait. */
  makePdf: (document: PaperDocument, options?: { urgent?: boolean }) => Promise<Uint8Array>;
  /** Sends text messages, at once: a code in a queue would lie about in clear. */
  textMessages: TextMessages;
  /** Where the bytes of files stand, sealed. */
  objectStore: ObjectStore;
  virusScan: VirusScan;
  /** The payment company; null where payment is off. */
  payments: WatchedPayments | null;
  /** Wakes the relay after a commit that left events. */
  eventsWaiting: () => void;
  /** Calls back when a person's notifications may have changed, in whatever process. Gives the function that stops it. */
  onNews: (receiverId: string, callback: () => void) => () => void;
  /** Tells the operator's log that the rules refused a person. */
  /** Settles when it is known that the database is the one in use; never on a copy of it (docs/decisions/0081). */
  whenInUse: Promise<void>;
  accessRefused: (refused: RefusedAccess) => void;
  /** Absent where no traces are collected. */
  trace?: Trace | undefined;
};

/** Facts of the request that are no one's claim: the network address as the server sees it, and the language asked for. */
export type RequestMeta = {
  requestId: string;
  address: string;
  userAgent: string | null;
  language: Language;
  sessionId: string | null;
};

/** One call by one actor. */
export type Context = {
  services: Services;
  actor: Actor;
  meta: RequestMeta;
  /** When the session ends unused, and when in any case; absent for a visitor. */
  sessionEnds?: { idle: Date; absolute: Date };
  /** For a call that stays open: the same as of now, or null when the session is over. */
  renew?: () => Promise<Context | null>;
  /** Puts a session's new token into the browser, for what is called in another way than by the REST routes. */
  renewSession?: (session: { token: string; expiresAt: Date }) => void;
};
