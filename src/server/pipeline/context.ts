import type { Transaction } from 'kysely';
import type { Actor } from '../../domain/access/actors.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/connection/connect.ts';
import type { Replica } from '../db/replica/replica.ts';
import type { Keyring } from '../db/sealing/seal.ts';
import type { Tables } from '../db/tables/tables.ts';
import type { PaperDocument } from '../documents/invoice-document.ts';
import type { ObjectStore } from '../ports/object-store/port.ts';
import type { OutgoingFetch } from '../ports/outgoing/port.ts';
import type { WatchedPayments } from '../ports/payments/port.ts';
import type { ResidentialCare } from '../ports/residential-care/port.ts';
import type { TextMessages } from '../ports/text-messages/port.ts';
import type { Trace } from '../ports/traces/port.ts';
import type { VirusScan } from '../ports/virus-scan/port.ts';
import type { ServerState } from '../process/server-state.ts';
import type { RefusedAccess } from './audit/access-denied-log.ts';
import type { Secrets } from '../db/sealing/secrets.ts';

export type { Database };
export type Tx = Transaction<Tables> | Database;

/** Dependencies of operations on the outside. Only `compose.ts` assembles it. */
export type Services = {
  config: Config;
  db: Database;
  /** The same database through a separate pool, for the emergency page. */
  emergencyDb: Database;
  /** A replica of the database, for the emergency page while the primary does not answer. Absent where none is configured. */
  replica?: Replica | undefined;
  keyring: Keyring;
  secrets: Secrets;
  /** The only clock of the server, so that tests can set it. */
  clock: () => Date;
  /** Makes a plan's PDF from its document, urgent ones first. @throws AppError `unavailable` when too many wait */
  makePdf: (document: PaperDocument, options?: { urgent?: boolean }) => Promise<Uint8Array>;
  /** Sends text messages immediately: in a queue, a code would be stored in clear. */
  textMessages: TextMessages;
  /** Storage for the sealed bytes of files. */
  objectStore: ObjectStore;
  virusScan: VirusScan;
  /** Sends requests to addresses that an organisation gave. */
  outgoing: OutgoingFetch;
  /** The residential-care systems of providers, each reached by its own connection. */
  residentialCare: ResidentialCare;
  /** Whether the simulated residential-care system can be connected: outside production. */
  hasSimulatedCare: boolean;
  /** The payment company; null if payment is off. */
  payments: WatchedPayments | null;
  /** Wakes the relay after a commit that added events. */
  eventsWaiting: () => void;
  /** Calls back when a person's notifications may have changed, in any process. Returns the function that unsubscribes. */
  onNews: (receiverId: string, callback: () => void) => () => void;
  /** Settles when the database is known to be the one in use; never on a copy of it (docs/decisions/0081). */
  whenInUse: Promise<void>;
  /** Logs that the access rules refused a call. */
  accessRefused: (refused: RefusedAccess) => void;
  /** Facts about this server, for the page of the system's status. Absent in the commands of operators. */
  state?: ServerState | undefined;
  /** Absent where no traces are collected. */
  trace?: Trace | undefined;
};

/** Facts about the request that the server determines: the network address, and the requested language. */
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
  /** Idle expiry and absolute expiry of the session; absent for a visitor. */
  sessionEnds?: { idle: Date; absolute: Date };
  /** For a call that stays open: reloads the context; null when the session is over. */
  renew?: () => Promise<Context | null>;
  /** Sets a session's new token in the browser, for callers other than the REST routes. */
  renewSession?: (session: { token: string; expiresAt: Date }) => void;
};
