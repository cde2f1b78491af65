import type { Opening, OpeningsFolder } from './openings-folder.ts';

/** Openings that wait, in one file each, until the database writes again (D-40). */
export type LateOpenings = {
  /** Logs an opening and writes it to its file. Never throws: if the file cannot be written, the opening waits in memory. */
  add(opening: Opening): Promise<void>;
  /** Adds the openings that an earlier process left in files. */
  load(): Promise<void>;
  /** Records waiting openings, oldest first, until one fails. */
  flush(): Promise<void>;
  /** Tries once more, for at most two seconds, and logs the openings that still wait. */
  close(): Promise<void>;
};

type Log = (details: object, message: string) => void;

type LateOpeningsOptions = {
  /** Records an opening. Must have one effect for one id, however often it is called. */
  record: (opening: Opening) => Promise<unknown>;
  /** True for a temporary failure: the opening is tried again. */
  mayPass: (error: unknown) => boolean;
  /** True for a refusal, which drops the opening: its account is deleted. After any other failure it is tried at the next start. */
  isRefusal: (error: unknown) => boolean;
  log: Log;
  folder: OpeningsFolder;
  /** Maximum number of openings that wait. Further ones are only logged. */
  limit?: number;
  everyMs?: number;
};

const closingMs = 2_000;

const idsOf = ({ userId, at, fileId }: Opening) => ({
  user_id: userId,
  opened_at: at.toISOString(),
  ...(fileId !== undefined && { file_id: fileId }),
});

/** Creates the list of waiting openings, oldest first. Each is also in a file, if that could be written. */
function createWaitingList(folder: OpeningsFolder, log: Log) {
  const waiting: Opening[] = [];
  /** Ids of waiting openings without a file, which are lost with the process. */
  const onlyInMemory = new Set<string>();
  /** Openings whose file is being written, by id. */
  const writing = new Map<string, Promise<void>>();

  async function writeFile(opening: Opening): Promise<void> {
    try {
      await folder.keep(opening);
    } catch (error) {
      log({ code: (error as NodeJS.ErrnoException).code }, 'openings of plans wait in memory only');
      return;
    }
    // Recorded while the file was being written: only this call can remove the file.
    if (!onlyInMemory.delete(opening.id)) await folder.remove(opening).catch(() => {});
  }

  return {
    size: () => waiting.length,
    first: () => waiting[0],
    all: (): readonly Opening[] => waiting,
    isOnlyInMemory: ({ id }: Opening) => onlyInMemory.has(id),
    /** Adds an opening and writes its file. A request that arrives twice at the same time has one file. Never throws. */
    async add(opening: Opening): Promise<void> {
      const { id } = opening;
      const earlier = writing.get(id);
      if (earlier) return earlier;
      waiting.push(opening);
      onlyInMemory.add(id);
      const written = writeFile(opening).finally(() => writing.delete(id));
      writing.set(id, written);
      await written;
    },
    /** Removes the oldest opening and its file. Never throws. */
    async removeFirst(): Promise<void> {
      const opening = waiting.shift();
      // A file that remains is recorded again at the next start, which has no effect.
      if (opening && !onlyInMemory.delete(opening.id)) await folder.remove(opening).catch(() => {});
    },
    /** Removes the oldest opening and leaves its file for the next start. Returns false if it has none. */
    leaveFirst(): boolean {
      const opening = waiting.shift();
      return opening !== undefined && !onlyInMemory.has(opening.id);
    },
    /** Adds the openings that have a file. Never throws. */
    async load(): Promise<void> {
      try {
        waiting.push(...(await folder.all()));
      } catch (error) {
        log({ code: (error as NodeJS.ErrnoException).code }, 'openings of plans that wait cannot be read');
      }
    },
  };
}

export function createLateOpenings(options: LateOpeningsOptions): LateOpenings {
  const { record, mayPass, isRefusal, log, folder, limit = 20_000, everyMs = 1_000 } = options;
  const waiting = createWaitingList(folder, log);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const logLost = (opening: Opening) => log(idsOf(opening), 'the opening of a plan could not be recorded');

  const logLeft = (opening: Opening, error: unknown) =>
    log(
      { ...idsOf(opening), error: error instanceof Error ? error.name : typeof error },
      'the opening of a plan failed and is tried again at the next start',
    );

  async function run(): Promise<void> {
    for (let next = waiting.first(); next; next = waiting.first()) {
      try {
        await record(next);
      } catch (error) {
        if (mayPass(error)) return;
        if (!isRefusal(error)) {
          if (waiting.leaveFirst()) logLeft(next, error);
          else logLost(next);
          continue;
        }
        logLost(next);
      }
      await waiting.removeFirst();
    }
    clearInterval(timer);
    timer = undefined;
  }

  const flush = () => (running ??= run().finally(() => (running = null)));
  const startTimer = () => void (timer ??= setInterval(() => void flush(), everyMs).unref());

  return {
    async add(opening) {
      if (waiting.size() >= limit) return logLost(opening);
      log(idsOf(opening), 'the opening of a plan waits to be recorded');
      await waiting.add(opening);
      startTimer();
    },
    async load() {
      await waiting.load();
      if (waiting.size() === 0) return;
      log({ waiting: waiting.size() }, 'openings of plans from before the start are recorded now');
      startTimer();
    },
    flush,
    async close() {
      clearInterval(timer);
      if (waiting.size() === 0) return;
      await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, closingMs))]);
      for (const opening of waiting.all())
        if (waiting.isOnlyInMemory(opening)) logLost(opening);
        else log(idsOf(opening), 'the opening of a plan is recorded at the next start');
    },
  };
}
