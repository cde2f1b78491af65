/**
 * Writes one line to the operator's log, at level `error` where something is wrong that a person may have to mend. A line never holds a
 * name, an address or an answer.
 */
export type WriteLine = (line: string, level?: 'info' | 'error') => void;
