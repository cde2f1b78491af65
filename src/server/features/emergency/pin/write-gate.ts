/** Remembers for a while that the database could not write, so that not every reader of a card waits for another failure. */
export type WriteGate = {
  /** Whether to try a write now. After a pause, one caller at a time tries. */
  isOpen(): boolean;
  worked(): void;
  failed(): void;
};

type WriteGateOptions = {
  /** Delay between a failed write and the next attempt, in milliseconds. */
  pauseMs?: number;
  onClosed?: () => void;
  onOpened?: () => void;
};

export function createWriteGate({ pauseMs = 1_000, onClosed, onOpened }: WriteGateOptions = {}): WriteGate {
  let closedUntil: number | null = null;
  const close = () => void (closedUntil = performance.now() + pauseMs);
  return {
    isOpen() {
      if (closedUntil === null) return true;
      if (performance.now() < closedUntil) return false;
      close();
      return true;
    },
    worked() {
      if (closedUntil !== null) onOpened?.();
      closedUntil = null;
    },
    failed() {
      if (closedUntil === null) onClosed?.();
      close();
    },
  };
}
