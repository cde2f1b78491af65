/** An opening of a plan, or of a paper beside it, that the database could not take. */
export type LateOpening = { userId: string; at: Date; fileId?: string };

/** Openings that wait in this process until the database writes again (D-40). */
export type LateOpenings = {
  add(opening: LateOpening): void;
  /** Records what waits, oldest first, until one fails. */
  flush(): Promise<void>;
  /** Tries once more, for two seconds at most, and logs what is lost. */
  close(): Promise<void>;
};

type LateOpeningsOptions = {
  record: (opening: LateOpening) => Promise<unknown>;
  /** Whether a failure may pass. Another one drops the opening: its account is gone. */
  mayPass: (error: unknown) => boolean;
  log: (details: object, message: string) => void;
  /** Most openings that wait. More are logged only. */
  limit?: number;
  everyMs?: number;
};

const closingMs = 2_000;

export function createLateOpenings(options: LateOpeningsOptions): LateOpenings {
  const { record, mayPass, log, limit = 1_000, everyMs = 2_000 } = options;
  const waiting: LateOpening[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  const idsOf = ({ userId, at, fileId }: LateOpening) => ({
    user_id: userId,
    opened_at: at.toISOString(),
    ...(fileId !== undefined && { file_id: fileId }),
  });

  async function run(): Promise<void> {
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        await record(next);
      } catch (error) {
        if (mayPass(error)) return;
        log(idsOf(next), 'the opening of a plan could not be recorded');
      }
      waiting.shift();
    }
    clearInterval(timer);
    timer = undefined;
  }

  const flush = () => (running ??= run().finally(() => (running = null)));

  return {
    add(opening) {
      if (waiting.length >= limit) return log(idsOf(opening), 'the opening of a plan could not be recorded');
      waiting.push(opening);
      timer ??= setInterval(() => void flush(), everyMs).unref();
    },
    flush,
    async close() {
      clearInterval(timer);
      if (waiting.length === 0) return;
      await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, closingMs))]);
      for (const opening of waiting) log(idsOf(opening), 'the opening of a plan could not be recorded');
    },
  };
}
