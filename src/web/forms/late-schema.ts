import { useCallback, useEffect, useRef, useState, type BaseSyntheticEvent } from 'react';
import type * as z from 'zod/mini';
import { answerWithinMs } from '../api/fetch/timed-fetch.ts';

/** Schema of a form of domain/inputs. */
export type Schema<Output> = z.ZodMiniType<Output>;

/** Loads the schema of a form that is shown before it: the checks of a visitor's page are a part of their own. */
export type LateSchema<Output> = () => Promise<Schema<Output>>;

/** The checks of a form. `present` is undefined until they are loaded. */
export type Checks<Output> = {
  present: () => Schema<Output> | undefined;
  /** Resolves when they are loaded. Rejects if that fails or takes over 30 seconds; the next call tries again. */
  load: () => Promise<Schema<Output>>;
};

/** Returns the checks of a form from its schema, or from the function that loads it. */
export function checksOf<Output>(late: LateSchema<Output>): Checks<Output> {
  let loaded: Schema<Output> | undefined;
  let loading: Promise<Schema<Output>> | undefined;
  const load = async () => {
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The checks of a form did not load in time')), answerWithinMs);
    });
    try {
      loaded = await Promise.race([late(), timeout]);
      return loaded;
    } finally {
      loading = undefined;
    }
  };
  return {
    present: () => loaded,
    load: () => (loaded ? Promise.resolve(loaded) : (loading ??= load())),
  };
}

/**
 * Returns the checks of a form. A schema that is not there yet is loaded once the page reacts, before it is needed; of several
 * functions that load it, the first counts.
 */
export function useChecks<Output>(schema: Schema<Output> | LateSchema<Output>): Checks<Output> {
  const [late] = useState(() => (typeof schema === 'function' ? checksOf(schema) : undefined));
  // If it fails, sending the form tries again, and reports it.
  useEffect(() => void late?.load().catch(() => undefined), [late]);
  if (late) return late;
  const present = schema as Schema<Output>;
  return { present: () => present, load: () => Promise.resolve(present) };
}

type Submit = (event?: BaseSyntheticEvent) => Promise<void>;

/**
 * Returns a function that makes a submit wait for the checks of its form: without them nothing is sent. A second press while it
 * waits does nothing. If they cannot be loaded, `lacksChecks` is true until the next submit, and `onFailed` is called.
 */
export function useAfterChecks<Output>(checks: Checks<Output>, onFailed: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const [lacksChecks, setLacking] = useState(false);
  const latest = useRef({ checks, onFailed });
  latest.current = { checks, onFailed };
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const isUnderWay = useRef(false);

  const afterChecks = useCallback(
    (submit: Submit): Submit =>
      async (event) => {
        event?.preventDefault();
        if (isUnderWay.current) return;
        const { checks, onFailed } = latest.current;
        if (!checks.present()) {
          isUnderWay.current = true;
          setWaiting(true);
          const isLoaded = await checks.load().then(
            () => true,
            () => false,
          );
          isUnderWay.current = false;
          // Left meanwhile: a page that is not shown sends nothing.
          if (!isShown.current) return;
          setWaiting(false);
          setLacking(!isLoaded);
          if (!isLoaded) return onFailed();
        }
        await submit(event);
      },
    [],
  );
  return { afterChecks, isWaiting, lacksChecks };
}
