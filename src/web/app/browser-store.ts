/** Reads a value that this browser stores. Null if there is none, or if the browser stores nothing. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value in this browser, if possible. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be blocked, as in private mode: the choice is lost, nothing else.
  }
}

/** Removes a value that this browser stores. */
export function dropKept(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be kept, nothing was.
  }
}
