import type { FaultKind } from '../../ports/fault-kind.ts';
import { handed, type Handed, type NoteFault, type NoteSuccess } from '../../ports/fault-log.ts';

/** Results of the last calls of an outside service by this process. */
export type HandOver = {
  service: Handed;
  lastSuccess: Date | null;
  /** The first failure since the last success, with the kind of the latest one; null after a success. */
  failure: { since: Date; kind: FaultKind } | null;
};

export type HandOvers = {
  failed: NoteFault;
  succeeded: NoteSuccess;
  states(): readonly HandOver[];
};

/** Records for each outside service when a call last succeeded, and since when calls fail. */
export function createHandOvers(clock: () => Date = () => new Date()): HandOvers {
  const known = new Map<Handed, HandOver>(
    handed.map((service) => [service, { service, lastSuccess: null, failure: null }]),
  );
  return {
    failed(service, kind) {
      const { lastSuccess, failure } = known.get(service)!;
      known.set(service, { service, lastSuccess, failure: { since: failure?.since ?? clock(), kind } });
    },
    succeeded: (service) => void known.set(service, { service, lastSuccess: clock(), failure: null }),
    states: () => [...known.values()],
  };
}
