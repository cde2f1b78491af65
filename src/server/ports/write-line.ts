/**
 * Writes one line to the operator's log, at level `error` if an operator may have to act. A line never contains a name, an
 * address or an answer.
 */
export type WriteLine = (line: string, level?: 'info' | 'error') => void;
