/** Reads a value that this browser keeps. Null when there is none, or when the browser keeps nothing. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Lets this browser keep a value, if it keeps any. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage may be blocked, as in private mode: the choice is lost, nothing else.
  }
}

/** Forgets a value that this browser keeps. */
export function dropKept(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be kept, nothing was.
  }
}
